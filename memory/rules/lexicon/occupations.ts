/** Names of occupations, as alternatives of a regular expression. */

export const JOBS_ZH =
  "工程师|程序员|设计师|老师|教师|教授|医生|护士|律师|会计|厨师|司机|警察|记者|编辑|" +
  "作家|画家|演员|歌手|导演|摄影师|翻译|销售|客服|产品经理|项目经理|经理|总监|老板|主管|" +
  "店长|店员|咖啡师|理发师|建筑师|分析师|咨询师|药剂师|兽医|空姐|空乘|飞行员|消防员|" +
  "公务员|快递员|外卖员|保安|保姆|教练|健身教练|导游|主播|博主|自由职业者?|全职妈妈|" +
  "家庭主妇|学生|大学生|研究生|博士生|博士|高中生|初中生|小学生|实习生|留学生|大一新生|" +
  "大[一二三四](?:学生)?|高[一二三](?:学生)?|研究员|科学家|农民|工人|军人|运营|" +
  "程序媛|码农|hr|插画师|美术生|音乐制作人|创业者|心理咨询师|程序猿|职员|白领|秘书|前台|" +
  "收银员|服务员|木匠|电工|技师|牙医";

export const JOBS_EN =
  "engineer|programmer|developer|designer|teacher|professor|doctor|nurse|lawyer|accountant|chef|" +
  "cook|driver|police officer|journalist|editor|writer|artist|actor|actress|singer|director|" +
  "photographer|translator|salesperson|manager|barista|hairdresser|architect|analyst|consultant|" +
  "pharmacist|vet|pilot|firefighter|trainer|coach|guide|student|researcher|scientist|farmer|" +
  "waiter|waitress|cashier|electrician|plumber|dentist|therapist|psychologist|freelancer|intern|" +
  "baker|librarian|musician|carpenter|mechanic|secretary|receptionist|paramedic|social worker|" +
  "stay-at-home (?:mom|dad)|flight attendant|realtor|entrepreneur|bartender|lecturer|tutor|" +
  "technician|producer|data scientist|phd student";

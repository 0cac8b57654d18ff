import { describe, expect, it } from "vitest";
import { closingQuestion } from "../../language/closing-question.ts";

describe("a message", () => {
  it.each([
    ["烤肉很香。你喜欢什么菜系？", "烤肉很香。", "你喜欢什么菜系？"],
    ["真好！想去哪里？和谁去？几号去？", "真好！", "和谁去？几号去？"],
    ["你今天怎么样？我买了花。", "你今天怎么样？我买了花。", ""],
    ["Lovely. It cost 3.50 dollars. Who came along?", "Lovely. It cost 3.50 dollars.", "Who came along?"],
    ["好的", "好的", ""],
    ["", "", ""],
  ])("%s tells and asks", (message, told, asked) => {
    expect(closingQuestion(message)).toEqual({ told, asked });
  });

  it("that only asks is told as a whole", () => {
    expect(closingQuestion("吃了吗？")).toEqual({ told: "吃了吗？", asked: "吃了吗？" });
  });
});

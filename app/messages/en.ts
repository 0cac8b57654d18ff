/** Sentences in English. */
import type { Messages } from "./types.ts";

export const en: Messages = {
  help: {
    terminal: `Usage: npm start -- [options]

Chat with the companion in the terminal. /help lists the commands of the chat.

Options:
  --session NAME   continue a conversation; without it a new one begins
  --user ID        whose memories to use; default: the setting MIRAMATE_USER
  --help           show this text

Input may be piped: each line is one turn, and each answer is one line on standard output (line breaks within an
answer become spaces); everything else goes to standard error. The newline that ends an answer means that the turn
is stored. The exit code is 1 when a line could not be handled. Write // for a text that begins with /.
`,
    replay: `Usage: npm run replay -- FILE.jsonl [options]

Plays a scripted life and prints one JSON line a step. FILE may be - for standard input.
One step a line: {"user","session","now","timezone"?,"op","text"?,"who"?}
  op: turn      the companion answers text
      past      who (user or companion) said text then; it goes through write-back as if it had happened.
                A user's words directly followed by the companion's are one turn
      idle      consolidation runs
      memories  lists everything held
  now: ISO time; without an offset it is local time in timezone (default: the setting)

Options:
  --data FOLDER   use this data folder; default: a fresh temporary one, removed at the end
  --keep          keep the temporary folder
  --help          show this text

Exit codes: 0 all done; 1 a step failed; 2 a broken line (nothing after it was run) or wrong usage.
`,
    import: `Usage: npm run import -- FILE [--user ID] [options]

Imports past conversations. One utterance a line: {"user"?,"time","role","content"}
  time:  ISO time; without an offset it is local time in the timezone of the settings
  role:  user, assistant or companion (the last two mean the same)
  user:  may be left out when --user is given. A line of somebody else than --user is an error: nobody's words are
         stored under another name. Without --user every line names its user, and one file may hold several

Options:
  --user ID        whose words these are
  --session NAME   put them into this session; default: one session a calendar day (import:2025-06-09)
  --skip-bad       leave out bad lines and import the others; default: a bad line stops the import before it begins
  --help           show this text

It may be interrupted at any time: run it again and it goes on. The same content is never stored twice.
Exit codes: 0 done; 1 it failed; 2 bad lines or wrong usage, and nothing was imported.
`,
    studio: `Usage: npm run studio -- [options]

Starts the LangGraph dev server on 127.0.0.1 with the graphs companion, write_back and consolidate, for Studio, the
SDK and RemoteGraph. Name the user in the run's context: {"user": "xiaoming"}.

Options:
  --port PORT   default: 2024
  --no-reload   do not start again when a file of the program changes
  --help        show this text
`,
    migrate: `Usage: npm run migrate

Builds the memory index anew from the stored memories, with the embedder of the settings: after another embedder was
set, or when the index was lost. Nothing that is remembered changes. Interrupted, it goes on when run again.
`,
  },

  edge: {
    wrongUsage: (detail) => `Wrong arguments: ${detail}. --help shows the usage.`,
    unexpected: (detail) =>
      `Something unforeseen went wrong: ${detail}. Every acknowledged turn is still there. ` +
      `Please report it with a small script for npm run replay that shows it; MIRAMATE_DEBUG=1 shows the stack.`,
    fileUnreadable: (file, detail) =>
      `The file ${file} cannot be read (${detail}). Check its path and permissions.`,
  },

  banner: {
    greeting: (companion) => `${companion} is here. Just talk; /help lists the commands, Ctrl-C leaves.`,
    labels: {
      chatModel: "Chat model",
      smallModel: "Small model",
      embedder: "Embedder",
      stores: "Stores",
      data: "Data folder",
      session: "Session",
    },
    rules: "rule engine (no model configured)",
    stores: (memoryIndex, documents, checkpoints) =>
      `memory index ${memoryIndex} · documents ${documents} · checkpoints ${checkpoints}`,
    dataElsewhere: "not on this machine",
    session: (name) => `${name} (--session ${name} continues it)`,
    howToNameAModel:
      "For a real model set OPENAI_API_KEY (and OPENAI_BASE_URL, CHAT_MODEL, SMALL_MODEL as needed); see .env.example.",
  },

  chat: {
    prompt: (user) => `${user}: `,
    speaker: (companion) => `${companion}: `,
    notKept: "... (this turn was not kept)",
    stopped: "Stopped; this turn was not kept.",
    lineCleared: "(Ctrl-C again to leave)",
    degraded: (parts) => `Some parts did not work as they should: ${parts}. /why tells more.`,
    unknownCommand: (name) =>
      `There is no command ${name}. /help lists them all; to send it as words, write /${name}.`,
    notUtf8: (line) => `Line ${line} is not UTF-8 text and was not sent.`,
    lineTooLong: (line) => `Line ${line} is too long and was not sent. Please split it.`,
    finishing: "Writing down what was said ...",
  },

  commands: {
    "/memories": { usage: "/memories [words]", does: "list memories, or only those with all these words" },
    "/profile": { usage: "/profile", does: "what is known about you" },
    "/status": { usage: "/status", does: "the companion's mood and how close you are" },
    "/focus": { usage: "/focus", does: "what the companion keeps in mind these days" },
    "/why": { usage: "/why", does: "what the last answer recalled, and why" },
    "/idle": { usage: "/idle", does: "consolidate memories now" },
    "/export": {
      usage: "/export FILE [--force]",
      does: "write everything about you as JSON; --force replaces a file",
    },
    "/help": { usage: "/help", does: "show this list" },
    "/quit": { usage: "/quit", does: "leave" },
  },
  helpFooter: "Write // for a text that begins with /. Ctrl-C during an answer stops that turn.",

  collections: {
    dialog_logs: "Conversations",
    facts: "Facts",
    user_preferences: "Preferences",
    important_events: "Important events",
    episodic: "Episodes",
    preferences: "Tastes",
    relationship: "Relationship events",
    user_profile: "Personal details",
  },
  legs: {
    vector: "meaning",
    keyword: "keywords",
    time: "time",
    people: "people and things",
    belief: "belief",
  },
  statuses: { active: "active", superseded: "superseded", retracted: "taken back" },
  buffered: "to be consolidated",
  profileKey: (key) => key,
  relationship: {
    polite: "polite and distant",
    trusting: "first trust",
    familiar: "familiar",
    close: "close and open",
    devoted: "deeply close",
  },

  memories: {
    none: "There are no memories yet.",
    noneWith: (words) => `No memory contains "${words}".`,
    heading: (collection, count) => `${collection} (${count})`,
    earlier: (count) => `... and ${count} earlier; add words to narrow it down, /export writes them all`,
    about: (time) => `about ${time}`,
  },
  profile: {
    none: "The profile is empty.",
    since: (time) => `since ${time}`,
    always: "always remembered",
    before: (values) => `before: ${values}`,
  },
  status: {
    companion: (mood, strength) => `The companion's mood: ${mood} (strength ${strength})`,
    closeness: (band, level, intimacy) => `Relationship: ${band} (${level}/10), intimacy ${intimacy}`,
    topics: (topics) => `Talked about lately: ${topics}`,
    user: (emotion, energy) => `You: ${emotion}, energy ${energy}`,
    session: (messages, since) => `This session: ${messages} turns, begun on ${since}`,
    never: "You have not talked yet.",
  },
  focus: { none: "Nothing in particular these days.", until: (time) => `kept in mind until ${time}` },
  why: {
    noAnswerYet: "There has been no answer since the start.",
    looked: (intent, query) => `Intent ${intent}, looked for "${query}"`,
    didNotLook: "This input asked for no memory.",
    nothing: "Nothing was recalled.",
    leg: (name, rank, score) => `${name} #${rank} ${score}`,
    fromCache: "from earlier turns (session cache)",
    beside: "right before or after a dialogue that was found",
    factors: (list) => `Score made of: ${list}`,
    source: (thread, turn) => `Said in: session ${thread}, turn ${turn}`,
    quote: (words) => `Words: "${words}"`,
    recorded: (time, ago) => `Recorded on ${time} (${ago})`,
    degraded: (part, reason, instead) => `Did not work: ${part} (${reason}), went on with ${instead}`,
    timings: (list) => `Time in milliseconds: ${list}`,
  },
  idle: {
    report: (counts) =>
      `Consolidated: read ${counts.read}, written ${counts.written}, duplicates ${counts.duplicates}, ` +
      `superseded ${counts.superseded}, important events ${counts.importantEvents}, focus events cleared ${counts.focusCleared}.`,
    nothing: "There was nothing to consolidate.",
  },
  export: {
    fileMissing: "Name a file: /export FILE",
    exists: (file) => `${file} exists and was left alone. Add --force to replace it.`,
    unwritable: (file, detail) =>
      `${file} cannot be written (${detail}). Choose another place or check permissions.`,
    done: (file, memories) => `Wrote ${memories} memories to ${file}`,
  },

  replay: {
    stepInvalid: (line, detail) =>
      `Line ${line} is no step that can be run: ${detail}. It and what follows were not run.`,
    unknownKeys: (line, keys) => `Line ${line} has unknown fields, which are ignored: ${keys}`,
    kept: (folder) => `The data stays in ${folder}`,
    interrupted: "The replay was interrupted.",
  },

  migrate: {
    progress: (percent, memories) => `${percent} % (${memories} memories)`,
    done: (memories, embedder) => `Done: ${memories} memories are indexed with ${embedder}.`,
    interrupted: "Interrupted. Run npm run migrate again to go on; nothing was lost.",
  },

  import: {
    fileMissing: "name the file to import",
    lineInvalid: (line, detail) => `Line ${line}: ${detail}`,
    nothingImported: (bad) =>
      `Nothing was imported, because of ${bad} bad ${bad === 1 ? "line" : "lines"}. Mend and run again, or leave them out with --skip-bad.`,
    moreBadLines: (count) => `... and ${count} more bad lines`,
    continuing: (line) => `Going on where it stopped, at line ${line}.`,
    progress: (percent, turns) => `Imported ${percent}%, ${turns} turns`,
    interrupted: (turns) => `Interrupted; ${turns} turns were stored this time. Run it again to go on.`,
    done: (added, known, skipped) =>
      `Import finished: ${added} turns added, ${known} known already, ${skipped} lines left out.`,
    fileChanged:
      "The file changed during the import. Run it again when it no longer changes; nothing is stored twice.",
  },

  faults: {
    notJson: "it is not JSON",
    notAnObject: "it is not a JSON object",
    encoding: "it is not UTF-8",
    length: "it is too long",
    missing: (key) => `${key} is missing`,
    badValue: (key, wanted) => `${key} must be ${wanted}`,
    badTime: (key, value) => `${key} is no ISO time: ${value}`,
    badTimezone: (value) => `there is no timezone ${value}; write one such as Asia/Shanghai`,
    userNeeded: "it names no user; add one to the line or give --user",
    otherUser: (found, given) => `these are the words of ${found} and cannot be imported for ${given}`,
    emptyContent: "content is empty",
    tooLong: (characters, most) => `content has ${characters} characters, at most ${most} are taken`,
  },
};

import { feelingName } from "../../../language/sentiment.ts";
import { relationshipBand } from "../../../memory/status.ts";
import { printable, short } from "../view.ts";
import type { Command } from "./command.ts";

/** /status: the companion's mood, how close the two are, and how the user seems to be. */
export const statusCommand: Command = {
  name: "/status",
  run: async (_argument, { companion, user, locale, messages, view }) => {
    const status = await companion.status(user);
    const sentences = messages.status;
    const { mood, moodStrength, relationship, intimacy, recentTopics } = status.companion;
    const feeling = (emotion: string): string => printable(feelingName(emotion, locale));
    const lines = [
      sentences.companion(feeling(mood), short(moodStrength)),
      sentences.closeness(
        messages.relationship[relationshipBand(relationship)],
        short(relationship),
        short(intimacy),
      ),
    ];
    if (recentTopics.length > 0) lines.push(sentences.topics(recentTopics.map(printable).join(" · ")));
    if (status.session.startedAt === "") return { text: [...lines, sentences.never].join("\n") };
    lines.push(
      sentences.user(feeling(status.user.emotion), short(status.user.energy)),
      sentences.session(status.session.messages, view.time(status.session.startedAt)),
    );
    return { text: lines.join("\n") };
  },
};

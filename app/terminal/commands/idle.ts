import type { Command } from "./command.ts";

/** /idle: consolidates now, as silence would later. */
export const idleCommand: Command = {
  name: "/idle",
  run: async (_argument, { companion, user, messages }) => {
    // What was just said is first taken into the buffer, so that consolidation sees it.
    await companion.settle();
    const report = await companion.idle(user);
    const failures = report.degraded.map(({ part, reason, instead }) =>
      messages.why.degraded(part, reason, instead),
    );
    const didNothing = report.read === 0 && report.importantEvents === 0 && report.focusCleared === 0;
    const outcome = didNothing ? messages.idle.nothing : messages.idle.report(report);
    return { text: [outcome, ...failures].join("\n") };
  },
};

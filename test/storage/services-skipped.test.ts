import { it } from "vitest";

it.skip("Chroma and PostgreSQL are tested against real servers by `npm run test:services`, not here", () => {});

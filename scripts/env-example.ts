/** `npm run env-example`: writes the table of settings to .env.example. */
import { writeFileSync } from "node:fs";
import { settingsAsExample } from "../config/settings.ts";

writeFileSync(".env.example", settingsAsExample());

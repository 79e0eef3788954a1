// Lint for the scripts of the pages, the sandbox's and the archive's; `make check` runs it.

import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    files: ["sandbox/page/scripts/**/*.js", "bot/cli/site/static/*.js"],
    languageOptions: { globals: globals.browser },
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "error" },
  },
];

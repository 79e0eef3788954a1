// Lint for the scripts of the sandbox's page; `make check` runs it.

import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    files: ["sandbox/page/scripts/**/*.js"],
    languageOptions: { globals: globals.browser },
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "error" },
  },
];

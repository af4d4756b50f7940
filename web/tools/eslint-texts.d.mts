import type { Rule } from "eslint";

export declare const translated: Rule.RuleModule;

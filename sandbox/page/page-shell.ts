/** The HTML of the page. Shows the outlines until the bundle has run, so the layout does not jump. */
export const pageShell = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Bellhop sandbox</title>
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#eef1f1" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#111617" media="(prefers-color-scheme: dark)">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/page.css">
<script type="module" src="/page.js"></script>
</head>
<body>
<div id="app">
<div class="shell" data-level="list" aria-busy="true">
<div class="rail"></div>
<div class="sidebar"><div class="bones"><i></i><i></i><i></i><i></i><i></i></div></div>
<div class="main"><div class="bar"></div><div class="bones wide"><i></i><i></i><i></i><i></i></div></div>
</div>
</div>
<noscript>The sandbox page needs JavaScript.</noscript>
</body>
</html>
`

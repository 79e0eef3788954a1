"""Texts as Discord shows them: cases for the page's reading of Markdown and of times."""

RENDER = """
async ([text]) => {
  const { renderMarkdown } = await import("/page/scripts/text/markdown.js");
  const references = {
    selfId: "1", userName: (id) => `user${id}`, roleName: () => "Referee", roomName: () => "hall",
    ownRole: () => false, openRoom: () => {},
  };
  const place = document.createElement("div");
  place.append(renderMarkdown(text, references));
  for (const node of place.querySelectorAll("*"))
    for (const { name } of [...node.attributes])
      if (!["href", "start"].includes(name)) node.removeAttribute(name);
  return place.innerHTML;
}
"""

CASES = [
    ("**bold** *slant* _slant_ __line__ ~~gone~~",
     "<strong>bold</strong> <em>slant</em> <em>slant</em> <u>line</u> <s>gone</s>"),
    ("***both***", "<strong><em>both</em></strong>"),
    ("**a *b* c**", "<strong>a <em>b</em> c</strong>"),
    ("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"),
    (r"\*plain\*", "*plain*"),
    ("`a **b** <@1>`", "<code>a **b** &lt;@1&gt;</code>"),
    ("``a ` b``", "<code>a ` b</code>"),
    ("```\nD4 C4\n- x\n```", "<pre><code>D4 C4\n- x</code></pre>"),
    ("```py\nx = 1\n```after", "<pre><code>x = 1</code></pre>after"),
    ("so: ```a b\n- c``` done", "so: <pre><code>a b\n- c</code></pre> done"),
    ("# One\n## Two\n### Three\n#none", "<h4>One</h4><h5>Two</h5><h6>Three</h6>#none"),
    ("-# small *print*", "<small>small <em>print</em></small>"),
    ("> one\n> two\nthree", "<blockquote>one<br>two</blockquote>three"),
    (">>> all\nthe rest", "<blockquote>all<br>the rest</blockquote>"),
    ("- a\n- b\n  - c\n- d", "<ul><li>a</li><li>b<ul><li>c</li></ul></li><li>d</li></ul>"),
    ("3. a\n4. b", '<ol start="3"><li>a</li><li>b</li></ol>'),
    ("one\ntwo", "one<br>two"),
    ("<@1> <@!2> <@&3>", "<span>@user1</span> <span>@user2</span> <span>@Referee</span>"),
    ("<#4> </match status:5>", "<button>#hall</button> <span>/match status</span>"),
    ("see https://a.org/b_c_d.", 'see <a href="https://a.org/b_c_d">https://a.org/b_c_d</a>.'),
    ("[the rules](https://example.org)", '<a href="https://example.org">the rules</a>'),
    ("[https://a.example](https://b.example)", "[https://a.example](https://b.example)"),
    ("[x](javascript:alert(1))", "[x](javascript:alert(1))"),
    ("<img src=x onerror=alert(1)> <b>x</b>",
     "&lt;img src=x onerror=alert(1)&gt; &lt;b&gt;x&lt;/b&gt;"),
    ("||secret||", "<span><span>secret</span></span>"),
    ("unclosed **bold and `code", "unclosed **bold and `code"),
    ("4 < 5 > 3 | 2 ~ 1 @ home", "4 &lt; 5 &gt; 3 | 2 ~ 1 @ home"),
]  # fmt: skip

DISTANCE = """
async (seconds) => {
  const { relativeTime } = await import("/page/scripts/text/timestamps.js");
  return relativeTime(1000 * seconds, 0);
}
"""

DISTANCES = [
    (0, "in 0 seconds"),
    (1, "in 1 second"),
    (59, "in 59 seconds"),
    (60, "in 1 minute"),
    (100, "in 2 minutes"),
    (3599, "in 1 hour"),
    (-5, "5 seconds ago"),
    (-90000, "1 day ago"),
]

//! Words and delimiters of each language.

pub struct Quote {
    pub open: &'static str,
    pub close: &'static str,
    pub multiline: bool,
    /// Whether a backslash protects the next character.
    pub escapes: bool,
}

pub struct HighlightLanguage {
    /// The name in the list of a coding question.
    pub name: &'static str,
    /// Other words after the opening fence, in lower case.
    aliases: &'static [&'static str],
    /// Lists of words are separated by blanks.
    pub keywords: &'static str,
    pub types: &'static str,
    pub literals: &'static str,
    pub line_comments: &'static [&'static str],
    pub block_comment: Option<(&'static str, &'static str)>,
    /// Whether block comments nest.
    pub nests: bool,
    /// Longer delimiters come first.
    pub quotes: &'static [Quote],
    /// Characters that may begin a word.
    pub sigils: &'static str,
    pub has_lifetimes: bool,
}

const fn quote(mark: &'static str) -> Quote {
    prefixed(mark, mark)
}

const fn prefixed(open: &'static str, close: &'static str) -> Quote {
    Quote { open, close, multiline: false, escapes: true }
}

const fn block(open: &'static str, close: &'static str) -> Quote {
    Quote { open, close, multiline: true, escapes: true }
}

const fn raw(open: &'static str, close: &'static str) -> Quote {
    Quote { open, close, multiline: true, escapes: false }
}

const C_COMMENTS: (&[&str], Option<(&str, &str)>) = (&["//"], Some(("/*", "*/")));

/// Defaults that most of them share.
const C_LIKE: HighlightLanguage = HighlightLanguage {
    name: "",
    aliases: &[],
    keywords: "",
    types: "",
    literals: "true false null",
    line_comments: C_COMMENTS.0,
    block_comment: C_COMMENTS.1,
    nests: false,
    quotes: &[quote("\""), quote("'")],
    sigils: "",
    has_lifetimes: false,
};

const SCRIPT_KEYWORDS: &str = "async await break case catch class const continue debugger default delete do else export \
    extends finally for from function get if import in instanceof let new of return set static super switch this throw \
    try typeof var void while with yield";
const SCRIPT_TYPES: &str = "Array Boolean Date Error Map Math Number Object Promise RegExp Set String Symbol";
const SCRIPT_LITERALS: &str = "true false null undefined NaN Infinity";
const SCRIPT_QUOTES: &[Quote] = &[quote("\""), quote("'"), block("`", "`")];

static LANGUAGES: [HighlightLanguage; 13] = [
    HighlightLanguage {
        name: "Python",
        aliases: &["py", "python3"],
        keywords: "and as assert async await break case class continue def del elif else except finally for from global if \
            import in is lambda match nonlocal not or pass raise return try while with yield",
        types: "bool bytes dict float frozenset int list object set str tuple type",
        literals: "True False None self",
        line_comments: &["#"],
        block_comment: None,
        quotes: &[
            block("\"\"\"", "\"\"\""),
            block("'''", "'''"),
            prefixed("r\"", "\""),
            prefixed("f\"", "\""),
            prefixed("r'", "'"),
            prefixed("f'", "'"),
            quote("\""),
            quote("'"),
        ],
        sigils: "@",
        ..C_LIKE
    },
    HighlightLanguage {
        name: "JavaScript",
        aliases: &["js", "jsx", "mjs", "node"],
        keywords: SCRIPT_KEYWORDS,
        types: SCRIPT_TYPES,
        literals: SCRIPT_LITERALS,
        quotes: SCRIPT_QUOTES,
        sigils: "$",
        ..C_LIKE
    },
    HighlightLanguage {
        name: "TypeScript",
        aliases: &["ts", "tsx"],
        keywords: "abstract any as asserts async await break case catch class const continue debugger declare default delete do \
            else enum export extends finally for from function get if implements import in infer instanceof interface is \
            keyof let namespace new of override private protected public readonly return satisfies set static super switch \
            this throw try type typeof unique var void while with yield",
        types: "Array Date Error Map Math Number Object Partial Pick Promise Readonly Record RegExp Set String Symbol bigint \
            boolean never number object string symbol unknown",
        literals: SCRIPT_LITERALS,
        quotes: SCRIPT_QUOTES,
        sigils: "$@",
        ..C_LIKE
    },
    HighlightLanguage {
        name: "Java",
        keywords: "abstract assert break case catch class const continue default do else enum extends final finally for goto if \
            implements import instanceof interface native new package permits private protected public record return sealed \
            static strictfp super switch synchronized this throw throws transient try var volatile while yield",
        types: "boolean byte char double float int long short void Boolean Double Integer List Long Map Object Set String",
        quotes: &[block("\"\"\"", "\"\"\""), quote("\""), quote("'")],
        sigils: "@",
        ..C_LIKE
    },
    HighlightLanguage {
        name: "C++",
        aliases: &["cpp", "cc", "cxx", "hpp", "h"],
        keywords: "alignas alignof auto break case catch class co_await co_return co_yield concept const const_cast consteval \
            constexpr constinit continue decltype default delete do dynamic_cast else enum explicit export extern final for \
            friend goto if inline mutable namespace new noexcept operator override private protected public register \
            reinterpret_cast requires return sizeof static static_assert static_cast struct switch template this throw try \
            typedef typeid typename union using virtual volatile while #include #define #if #ifdef #ifndef #else #endif \
            #pragma",
        types: "bool char char16_t char32_t char8_t double float int int32_t int64_t long map pair set short signed size_t \
            string uint32_t uint64_t unsigned unordered_map vector void wchar_t",
        literals: "true false nullptr NULL",
        quotes: &[raw("R\"(", ")\""), quote("\""), quote("'")],
        sigils: "#",
        ..C_LIKE
    },
    HighlightLanguage {
        name: "C",
        keywords: "auto break case const continue default do else enum extern for goto if inline register restrict return \
            sizeof static struct switch typedef union volatile while #include #define #if #ifdef #ifndef #else #endif #pragma",
        types: "bool char double float int int32_t int64_t int8_t long short signed size_t uint32_t uint64_t uint8_t unsigned \
            void",
        literals: "true false NULL",
        sigils: "#",
        ..C_LIKE
    },
    HighlightLanguage {
        name: "C#",
        aliases: &["csharp", "cs"],
        keywords: "abstract as async await base break case catch checked class const continue default delegate do else enum \
            event explicit extern finally fixed for foreach get goto if implicit in init interface internal is lock namespace \
            new operator out override params partial private protected public readonly record ref required return sealed set \
            sizeof stackalloc static struct switch this throw try typeof unchecked unsafe using var virtual volatile when \
            where while with yield",
        types: "bool byte char decimal double dynamic float int long nint object sbyte short string uint ulong ushort void \
            Dictionary List Task",
        quotes: &[block("\"\"\"", "\"\"\""), raw("@\"", "\""), prefixed("$\"", "\""), quote("\""), quote("'")],
        ..C_LIKE
    },
    HighlightLanguage {
        name: "Ruby",
        aliases: &["rb"],
        keywords: "BEGIN END alias and begin break case class def defined? do else elsif end ensure extend for if in include \
            module next not or raise redo require rescue retry return super then undef unless until when while yield \
            attr_accessor attr_reader attr_writer private protected public",
        types: "Array Float Hash Integer String Struct Symbol",
        literals: "true false nil self __FILE__ __LINE__",
        line_comments: &["#"],
        block_comment: Some(("=begin", "=end")),
        quotes: &[block("\"", "\""), block("'", "'"), quote("`")],
        sigils: "@$",
        ..C_LIKE
    },
    HighlightLanguage {
        name: "Go",
        aliases: &["golang"],
        keywords: "break case chan const continue default defer else fallthrough for func go goto if import interface map \
            package range return select struct switch type var",
        types: "any bool byte complex128 complex64 error float32 float64 int int16 int32 int64 int8 rune string uint uint16 \
            uint32 uint64 uint8 uintptr",
        literals: "true false nil iota",
        quotes: &[quote("\""), quote("'"), raw("`", "`")],
        ..C_LIKE
    },
    HighlightLanguage {
        name: "Rust",
        aliases: &["rs"],
        keywords: "as async await break const continue crate dyn else enum extern fn for if impl in let loop match mod move mut \
            pub ref return static struct super trait type union unsafe use where while yield",
        types: "Box HashMap Option Rc Arc Result Self String Vec bool char f32 f64 i128 i16 i32 i64 i8 isize str u128 u16 u32 \
            u64 u8 usize",
        literals: "true false self Some None Ok Err",
        nests: true,
        quotes: &[raw("r#\"", "\"#"), raw("r\"", "\""), block("b\"", "\""), block("\"", "\"")],
        has_lifetimes: true,
        ..C_LIKE
    },
    HighlightLanguage {
        name: "PHP",
        keywords: "abstract and as break callable case catch class clone const continue declare default do echo else elseif \
            empty enum extends final finally fn for foreach function global goto if implements include include_once \
            instanceof insteadof interface isset list match namespace new or print private protected public readonly require \
            require_once return static switch throw trait try unset use var while xor yield",
        types: "array bool float int iterable mixed never object string void",
        literals: "true false null TRUE FALSE NULL $this",
        line_comments: &["//", "#"],
        quotes: &[block("\"", "\""), block("'", "'")],
        sigils: "$",
        ..C_LIKE
    },
    HighlightLanguage {
        name: "Swift",
        keywords: "actor as associatedtype async await break case catch class continue default defer deinit do else enum \
            extension fallthrough fileprivate for func guard if import in init inout internal is lazy let mutating open \
            operator override private protocol public repeat rethrows return some static struct subscript super switch throw \
            throws try typealias var weak where while",
        types: "Any Array Bool Character Dictionary Double Float Int Optional Set String UInt Void",
        literals: "true false nil self Self",
        nests: true,
        quotes: &[block("\"\"\"", "\"\"\""), quote("\"")],
        sigils: "@#",
        ..C_LIKE
    },
    HighlightLanguage {
        name: "Kotlin",
        aliases: &["kt", "kts"],
        keywords: "abstract annotation as break by catch class companion const constructor continue crossinline data do else \
            enum external final finally for fun if import in infix init inline inner interface internal is lateinit noinline \
            object open operator out override package private protected public reified return sealed suspend tailrec this \
            throw try typealias val var vararg when where while",
        types: "Any Array Boolean Byte Char Double Float Int List Long Map MutableList MutableMap Nothing Set Short String \
            Unit",
        nests: true,
        quotes: &[raw("\"\"\"", "\"\"\""), quote("\""), quote("'")],
        sigils: "@",
        ..C_LIKE
    },
];

/// The language with this name or alias, in any case.
pub fn find(info: &str) -> Option<&'static HighlightLanguage> {
    let info = info.to_ascii_lowercase();
    LANGUAGES.iter().find(|l| l.name.eq_ignore_ascii_case(&info) || l.aliases.contains(&info.as_str()))
}

package dev.larder.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9112 3.2: which targets are unambiguous. */
class RequestTargetPolicyTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/a",
                "/a/b?c=d&e",
                "/a//b",
                "/a/",
                "/a;v=1/b",
                "/%2f",
                "/@scope%2fname",
                "/a?b=/../c",
                "/...",
                "/a..b",
                "/%c0%ae",
                "/%252e%252e/",
                "/a[0]?b[]=1",
                "/a?",
                "/~u/(x)!*',$",
                "/a:b@c",
                "/?titles=A|B",
                "/a|b",
                "/a[b]",
                "/a?{b}^`\\[c]",
                "/a?b=%EF%B7%90",
                "/a?b=C:%5Ctmp%5c"
            })
    void acceptsUnambiguousTargets(String target) {
        assertThat(RequestTargetPolicy.refusal(target)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "*",
                "//a",
                "/a#b",
                "/a b",
                "/a\\b",
                "/a\u0000",
                "/a\t",
                "/a\u007f",
                "/\u00e9",
                "/a\"b",
                "/<a>",
                "/a?\"",
                "/a?<b>",
                "/{a}",
                "/a^b",
                "/a`b",
                "/%",
                "/%2",
                "/%zz",
                "/a%2",
                "/%00",
                "/%0a",
                "/%0D",
                "/%1f",
                "/%7f",
                "/%5c",
                "/a?b=%00",
                "/.",
                "/..",
                "/./a",
                "/a/../b",
                "/a/..",
                "/%2e/a",
                "/%2E%2e/a",
                "/.%2e/a",
                "/a/..;x/b",
                "/a/..%3bx/b",
                "/a%2f..%2fb",
                "/a%2F%2e"
            })
    void refusesAmbiguousTargets(String target) {
        assertThat(RequestTargetPolicy.refusal(target)).isPresent();
    }
}

package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineFixtures.POLICY;
import static dev.larder.rfc9111.EngineFixtures.get;
import static dev.larder.rfc9111.EngineFixtures.request;
import static dev.larder.rfc9111.EngineFixtures.response;
import static dev.larder.rfc9111.EngineFixtures.stored;
import static dev.larder.rfc9111.EngineObligation.Level.MAY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.EarlyHints.Obstacle;
import dev.larder.rfc9111.EarlyHints.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EarlyHintsTest {

    private static final RequestHead NAVIGATION = get("Sec-Fetch-Mode", "navigate");
    private static final String STYLE = "</style.css>; rel=preload; as=style";

    @Test
    @EngineObligation(
            rfc = "RFC 8297",
            section = "2",
            level = MAY,
            value = "an interim response has some of the fields that are expected in the final response")
    void hintsContainOnlyPreloadAndPreconnectLinks() {
        StoredResponse page = stored(
                "Cache-Control", "max-age=60",
                "ETag", "\"1\"",
                "Link", STYLE + ", </next>; rel=next",
                "Link", "<https://cdn.test>;rel=\"dns-prefetch PreConnect\" ,</a,b;c.js>;as=script;REL=preload");
        assertThat(links(page))
                .containsExactly(
                        STYLE,
                        "<https://cdn.test>; rel=\"dns-prefetch PreConnect\"",
                        "</a,b;c.js>; as=script; REL=preload");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "</next>; rel=next",
                "style.css; rel=preload",
                "</style.css>",
                "</style.css; rel=preload",
                "</style.css>; rel=\"preload",
                "</style.css>; title=\"rel=preload\"",
                "</style.css>; rel=next; rel=preload",
                "<>x; rel=preload",
                ",;,",
                "",
            })
    @EngineObligation(rfc = "RFC 8297", section = "2", level = MAY, value = "fields without any hint give none")
    void sendsNoHintsWithoutUsableLinks(String line) {
        assertThat(obstacle(NAVIGATION, stored("Cache-Control", "max-age=60", "Link", line)))
                .isEqualTo(Obstacle.NO_LINKS);
    }

    @Test
    @EngineObligation(
            rfc = "RFC 8297",
            section = "3",
            level = MAY,
            value = "a server refrains from hints unless the client is known to handle them")
    void sendsNoHintsForRequestsThatAreNotNavigation() {
        StoredResponse page = stored("Cache-Control", "max-age=60", "Link", STYLE);
        for (RequestHead other : List.of(
                get(),
                get("Sec-Fetch-Mode", "cors"),
                get("Sec-Fetch-Mode", "navigate", "Sec-Fetch-Mode", "navigate"),
                request("HEAD", "Sec-Fetch-Mode", "navigate"))) {
            assertThat(obstacle(other, page)).isEqualTo(Obstacle.NOT_NAVIGATION);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "no-cache, ALWAYS_VALIDATED",
        "'no-cache, max-age=60', ALWAYS_VALIDATED",
        "max-age=0, ALWAYS_VALIDATED",
        "'s-maxage=0, max-age=60', ALWAYS_VALIDATED",
        "'max-age=60, must-revalidate',",
        "max-age=1,",
    })
    @EngineObligation(
            rfc = "RFC 8297",
            section = "3",
            level = MAY,
            value = "a client gets hints only of a response that it could have had unasked")
    void sendsNoHintsFromResponsesThatMustAlwaysBeValidated(String directives, Obstacle expected) {
        StoredResponse page = stored("Cache-Control", directives, "ETag", "\"1\"", "Link", STYLE);
        if (expected == null) {
            assertThat(links(page)).containsExactly(STYLE);
        } else {
            assertThat(obstacle(NAVIGATION, page)).isEqualTo(expected);
        }
    }

    @Test
    @EngineObligation(
            rfc = "RFC 8297",
            section = "2",
            level = MAY,
            value = "hints are of a page, not of an error or of what is known to be wrong")
    void sendsNoHintsFromErrorsOrInvalidatedResponses() {
        StoredResponse page = stored("Cache-Control", "max-age=60", "Link", STYLE);
        assertThat(EarlyHints.judge(NAVIGATION, page, true, POLICY)).isEqualTo(new Verdict.None(Obstacle.INVALIDATED));
        assertThat(EarlyHints.judge(NAVIGATION, page, false, POLICY.withAlwaysValidate(true)))
                .isEqualTo(new Verdict.None(Obstacle.ALWAYS_VALIDATED));
        StoredResponse error = stored(get(), response(404, "Cache-Control", "max-age=60", "Link", STYLE));
        assertThat(obstacle(NAVIGATION, error)).isEqualTo(Obstacle.STATUS);
    }

    private static List<String> links(StoredResponse page) {
        ResponseHead hints = ((Verdict.Send) EarlyHints.judge(NAVIGATION, page, false, POLICY)).head();
        assertThat(hints.status()).isEqualTo(103);
        assertThat(hints.fields().size())
                .isEqualTo(hints.fields().values("Link").size());
        return hints.fields().values("Link");
    }

    private static Obstacle obstacle(RequestHead request, StoredResponse page) {
        return ((Verdict.None) EarlyHints.judge(request, page, false, POLICY)).obstacle();
    }
}

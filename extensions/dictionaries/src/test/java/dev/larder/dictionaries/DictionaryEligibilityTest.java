package dev.larder.dictionaries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.rule.RequestRule;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What one user alone may read is neither a dictionary nor encoded with one (RFC 9842 9.2, 9.3). */
class DictionaryEligibilityTest {

    private static final DictionaryLimits LIMITS = new DictionaryLimits(1 << 20, 1000);
    private static final URI TARGET = URI.create("https://a.test/api");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "'' | '' | -",
                "'' | Cache-Control: no-store | PRIVATE",
                "'' | Cache-Control: private, max-age=60 | PRIVATE",
                "'' | Set-Cookie: a=b | PRIVATE",
                "'' | Cache-Control: max-age=60, No-Transform | NO_TRANSFORM",
                "Authorization: x | Cache-Control: max-age=60 | CREDENTIALS",
                "Cookie: a=b | Cache-Control: max-age=60, must-revalidate | CREDENTIALS",
                "Cookie: a=b | Cache-Control: public, max-age=60 | -",
                "Authorization: x | Cache-Control: s-maxage=60 | -",
                "'' | Vary: Accept, Cookie | VARY",
                "'' | Vary: authorization | VARY",
                "'' | Vary: * | VARY",
                "'' | Vary: X-Tenant | VARY",
                "'' | Vary: Accept-Language, X-Forwarded-User | VARY",
                "'' | Vary: Accept-Language, User-Agent, Available-Dictionary | -",
                "'' | Vary: Accept-Encoding | -",
                "'' | Content-Encoding: gzip | CODED",
                "'' | Content-Length: 255 | LENGTH",
                "'' | Content-Length: 1001 | LENGTH",
                "'' | Content-Length: 99999999999999999999 | LENGTH",
                "Sec-Fetch-Site: same-origin; Sec-Fetch-Mode: no-cors | '' | -",
                "Sec-Fetch-Site: cross-site | '' | -",
                "Sec-Fetch-Mode: no-cors | '' | -",
                "Sec-Fetch-Site: cross-site; Sec-Fetch-Mode: navigate | '' | -",
                "Sec-Fetch-Site: same-site; Sec-Fetch-Mode: same-origin | '' | -",
                "Sec-Fetch-Site: same-site; Sec-Fetch-Mode: no-cors | Access-Control-Allow-Origin: * | CROSS_ORIGIN",
                "Sec-Fetch-Site: cross-site; Sec-Fetch-Mode: websocket | '' | CROSS_ORIGIN",
                "Sec-Fetch-Site: cross-site; Sec-Fetch-Mode: cors; Origin: https://b.test | '' | CROSS_ORIGIN",
                "Sec-Fetch-Site: cross-site; Sec-Fetch-Mode: cors | Access-Control-Allow-Origin: * | CROSS_ORIGIN",
                "Sec-Fetch-Site: cross-site; Sec-Fetch-Mode: cors; Origin: https://b.test | Access-Control-Allow-Origin: * | -",
                "Sec-Fetch-Site: cross-site; Sec-Fetch-Mode: cors; Origin: https://b.test | Access-Control-Allow-Origin: https://b.test | -",
                "Sec-Fetch-Site: cross-site; Sec-Fetch-Mode: cors; Origin: https://b.test | Access-Control-Allow-Origin: https://c.test | CROSS_ORIGIN",
            })
    void reportsObstacleOfResponseNotReadableByAllUsers(
            String request, String response, @Nullable DictionaryObstacle obstacle) {
        HeaderFields fields = fields(response);
        HeaderFields all = fields.contains("Content-Length") ? fields : fields.with("Content-Length", "1000");
        assertThat(DictionaryEligibility.ofResponse(get(request), new ResponseHead(200, all), LIMITS))
                .isEqualTo(Optional.ofNullable(obstacle));
    }

    @Test
    void onlyStatus200OfKnownLengthIsEligible() {
        HeaderFields length = HeaderFields.of("Content-Length", "1000");
        assertThat(DictionaryEligibility.ofResponse(get(""), new ResponseHead(404, length), LIMITS))
                .contains(DictionaryObstacle.STATUS);
        assertThat(DictionaryEligibility.ofResponse(get(""), new ResponseHead(200, HeaderFields.EMPTY), LIMITS))
                .contains(DictionaryObstacle.LENGTH);
    }

    @Test
    void onlyPlainHttpsGetRequestsAreEligible() {
        assertThat(DictionaryEligibility.ofRequest(get(""), true)).isEmpty();
        assertThat(DictionaryEligibility.ofRequest(get(""), false)).contains(DictionaryObstacle.NOT_SECURE);
        assertThat(DictionaryEligibility.ofRequest(get("Range: bytes=0-1"), true))
                .contains(DictionaryObstacle.RANGE);
        assertThat(DictionaryEligibility.ofRequest(new RequestHead("POST", TARGET, HeaderFields.EMPTY), true))
                .contains(DictionaryObstacle.REQUEST);
    }

    @Test
    void onlyCachedRoutesAreEligible() {
        assertThat(DictionaryEligibility.ofRule(Optional.empty(), Set.of())).contains(DictionaryObstacle.NOT_CACHED);
        assertThat(DictionaryEligibility.ofRule(
                        Optional.of(RequestRule.none(CachePolicy.DEFAULT, false)), Set.of("x-request-id")))
                .isEmpty();
        assertThat(DictionaryEligibility.ofRule(Optional.of(RequestRule.none(CachePolicy.DEFAULT, true)), Set.of()))
                .contains(DictionaryObstacle.NOT_CACHED);
    }

    @Test
    void routeKeyedByFieldThatFilterSetsIsNotEligible() {
        assertThat(DictionaryEligibility.ofRule(
                        Optional.of(RequestRule.none(CachePolicy.DEFAULT, false)), Set.of("x-tenant")))
                .contains(DictionaryObstacle.KEYED);
    }

    private static RequestHead get(String fields) {
        return new RequestHead("GET", TARGET, fields(fields));
    }

    private static HeaderFields fields(String text) {
        var fields = HeaderFields.builder();
        for (String line : text.split("; ")) {
            String[] parts = line.split(": ", 2);
            if (parts.length == 2) {
                fields.add(parts[0], parts[1]);
            }
        }
        return fields.build();
    }
}

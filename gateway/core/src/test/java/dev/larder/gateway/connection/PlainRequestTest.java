package dev.larder.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ReceptionTimes;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.Reuse;
import dev.larder.rfc9111.ReuseVerdict;
import dev.larder.rfc9111.Storability;
import dev.larder.rfc9111.StoreVerdict;
import dev.larder.rfc9111.StoredResponse;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The short decision about a plain request is the engine's long one. */
class PlainRequestTest {

    private static final Instant START = Instant.parse("2026-11-21T12:00:00Z");
    private static final URI TARGET = URI.create("http://origin.test/a");
    private static final List<String> FIELDS = List.of(
            "Accept",
            "Cookie",
            "User-Agent",
            "Cache-Control",
            "Pragma",
            "Range",
            "If-Range",
            "If-Match",
            "If-None-Match",
            "If-Modified-Since",
            "If-Unmodified-Since",
            "Content-Length",
            "Transfer-Encoding",
            "Upgrade",
            "X-Other");
    private static final List<String> DIRECTIVES = List.of(
            "max-age=60",
            "max-age=5",
            "public, s-maxage=30",
            "no-cache",
            "max-age=10, must-revalidate",
            "max-age=10, stale-while-revalidate=100",
            "max-age=100, immutable",
            "max-age=0");

    @Test
    void shortcutAgreesWithFullReuseDecisionForPlainRequests() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        int plain = 0;
        for (int i = 0; i < 20_000; i++) {
            RequestHead request = request(random);
            CachePolicy policy =
                    random.nextInt(10) == 0 ? CachePolicy.DEFAULT.withAlwaysValidate(true) : CachePolicy.DEFAULT;
            policy = random.nextInt(4) == 0 && request.method().equals("GET") ? policy.withRefreshAhead(0.3) : policy;
            StoredResponse stored = stored(random);
            Instant now = START.plusMillis(random.nextInt(70_000));
            if (Reuse.isPlain(request)) {
                plain++;
                ReuseVerdict verdict = Reuse.judge(request, Optional.of(ResponseVariants.of(stored)), policy, now);
                boolean hit = verdict instanceof ReuseVerdict.Serve serve && serve.reason() == Reason.HIT;
                assertThat(Reuse.canServeWithoutOrigin(stored, policy, now))
                        .as("%s, %s, %s, %s of seed %s", request, stored.head(), policy, now, seed)
                        .isEqualTo(hit);
            }
        }
        assertThat(plain).isGreaterThan(1_000);
    }

    private static RequestHead request(Random random) {
        var fields = HeaderFields.builder();
        for (int i = random.nextInt(3); i > 0; i--) {
            fields.add(FIELDS.get(random.nextInt(FIELDS.size())), "1");
        }
        return new RequestHead(random.nextBoolean() ? "GET" : "HEAD", TARGET, fields.build());
    }

    private static StoredResponse stored(Random random) {
        var request = new RequestHead("GET", TARGET, HeaderFields.EMPTY);
        var response = new ResponseHead(
                200,
                HeaderFields.of(
                        "Cache-Control",
                        DIRECTIVES.get(random.nextInt(DIRECTIVES.size())),
                        "ETag",
                        "\"1\"",
                        "Age",
                        Integer.toString(random.nextInt(20))));
        StoreVerdict verdict =
                Storability.judge(request, response, CachePolicy.DEFAULT, new ReceptionTimes(START, START, START));
        return ((StoreVerdict.Store) verdict).response().withBody(() -> 1);
    }
}

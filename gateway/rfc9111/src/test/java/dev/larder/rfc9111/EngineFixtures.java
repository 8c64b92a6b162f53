package dev.larder.rfc9111;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Messages and stored responses for tests. The steady line and the wall clock are an hour apart, so that mixing them shows. */
final class EngineFixtures {

    static final Instant WALL = Instant.parse("2026-11-21T12:00:00Z");
    static final Instant T0 = Instant.parse("2026-11-21T11:00:00Z");
    static final ReceptionTimes NOW = new ReceptionTimes(T0, T0, WALL);
    static final CachePolicy POLICY = CachePolicy.DEFAULT;
    static final URI TARGET = URI.create("http://origin.test/things/1?a=b");
    static final int LENGTH = 1000;

    private EngineFixtures() {}

    static RequestHead get(String... fields) {
        return request("GET", fields);
    }

    static RequestHead request(String method, String... fields) {
        return new RequestHead(method, TARGET, HeaderFields.of(fields));
    }

    static ResponseHead ok(String... fields) {
        return response(200, fields);
    }

    static ResponseHead response(int status, String... fields) {
        return new ResponseHead(status, HeaderFields.of(fields));
    }

    /** A date so many seconds from the wall clock. */
    static String date(long seconds) {
        return HttpDate.format(WALL.plusSeconds(seconds));
    }

    static Instant after(long seconds) {
        return T0.plusSeconds(seconds);
    }

    static StoreVerdict judged(RequestHead request, ResponseHead response) {
        return Storability.judge(request, response, POLICY, NOW);
    }

    /** The stored response of a GET without fields, of {@link #LENGTH} octets. */
    static StoredResponse stored(String... responseFields) {
        return stored(get(), ok(responseFields), POLICY);
    }

    static StoredResponse stored(RequestHead request, ResponseHead response) {
        return stored(request, response, POLICY);
    }

    static StoredResponse stored(RequestHead request, ResponseHead response, CachePolicy policy) {
        return stored(request, response, policy, NOW);
    }

    static StoredResponse stored(RequestHead request, ResponseHead response, CachePolicy policy, ReceptionTimes when) {
        StoreVerdict verdict = Storability.judge(request, response, policy, when);
        if (verdict instanceof StoreVerdict.Store store) {
            return store.response().withBody(() -> LENGTH);
        }
        throw new AssertionError("not stored: " + verdict);
    }

    static Optional<ResponseVariants> only(StoredResponse response) {
        return Optional.of(ResponseVariants.of(response));
    }

    static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    /** The reason a response is not stored; empty if it is. */
    static Optional<Reason> refusal(StoreVerdict verdict) {
        return verdict instanceof StoreVerdict.DoNotStore refused ? Optional.of(refused.reason()) : Optional.empty();
    }
}

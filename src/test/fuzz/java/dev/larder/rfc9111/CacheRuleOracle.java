package dev.larder.rfc9111;

import dev.larder.fuzz.FuzzAssertions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What a cache must not do, by the words of RFC 9111 alone; of directives it knows only those that are easy to read. */
final class CacheRuleOracle {

    private static final Set<String> OF_A_CONNECTION = Set.of(
            "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "age");

    private final CachePolicy policy;

    CacheRuleOracle(CachePolicy policy) {
        this.policy = policy;
    }

    /** RFC 9111 3: what is never stored. */
    void judged(RequestHead request, ResponseHead response, StoreVerdict verdict) {
        if (verdict instanceof StoreVerdict.Store) {
            FuzzAssertions.equal(obstacle(request, response), "", () -> "stored " + response + " to " + request);
        }
    }

    private String obstacle(RequestHead request, ResponseHead response) {
        List<String> said = directives(response.fields());
        boolean shared = !policy.privateCache();
        boolean opened = said.contains("public")
                || said.contains("must-revalidate")
                || said.stream().anyMatch(word -> word.startsWith("s-maxage="));
        if (policy.requestDirectives() && directives(request.fields()).contains("no-store")) {
            return "the request says no-store";
        }
        if (said.contains("no-store") && !said.contains("must-understand")) {
            return "no-store";
        }
        if (shared && said.contains("private")) {
            return "private";
        }
        if (shared && request.fields().contains("Authorization") && readable(response.fields()) && !opened) {
            return "Authorization (RFC 9111 3.5)";
        }
        if (words(response.fields(), "Vary").contains("*")) {
            return "Vary: *";
        }
        if (response.status() < 200 || Set.of(304, 412, 416).contains(response.status())) {
            return "status " + response.status();
        }
        boolean ofGet = request.method().equals("GET") || request.method().equals("POST");
        boolean whole = response.status() != 206 || request.fields().contains("Range");
        return !ofGet ? "method " + request.method() : whole ? "" : "a part that nobody has asked for";
    }

    /** RFC 9111 3.1. */
    void stored(RequestHead request, ResponseHead response, StoredResponse stored) {
        Set<String> named = Set.copyOf(words(response.fields(), "Connection"));
        for (HeaderField field : stored.head().fields()) {
            String name = field.name().toLowerCase(Locale.ROOT);
            FuzzAssertions.hold(!OF_A_CONNECTION.contains(name) && !named.contains(name), () -> "stored with " + field);
        }
        FuzzAssertions.hold(stored.head().fields().contains("Date"), () -> "stored without Date: " + stored.head());
        boolean cookie = stored.head().fields().contains("Set-Cookie");
        boolean explicit = response.fields().contains("Expires")
                || !directives(response.fields()).isEmpty()
                || !readable(response.fields());
        FuzzAssertions.hold(!cookie || explicit, () -> "a cookie stored that nobody has made everybody's: " + response);
        FuzzAssertions.hold(
                stored.isSelectedBy(request) || stored.isPartial(),
                () -> "not selected by its own request: " + request);
        FuzzAssertions.equal(stored.head().status(), response.status(), () -> "status");
    }

    void keeps(ResponseVariants variants, Instant now) {
        FuzzAssertions.hold(
                !variants.responses().isEmpty()
                        && variants.responses().size() <= policy.storage().maxVariants(),
                () -> variants.responses().size() + " variants of "
                        + policy.storage().maxVariants());
        long keys = variants.responses().stream()
                .map(StoredResponse::varyKey)
                .distinct()
                .count();
        FuzzAssertions.equal(keys, (long) variants.responses().size(), () -> "variants that nothing tells apart");
        FuzzAssertions.hold(!variants.dropAfter(policy).isBefore(freshUntil(variants)), () -> "dropped while fresh");
        FuzzAssertions.hold(variants.weight() > 0, () -> "weight " + variants.weight());
        FuzzAssertions.hold(!variants.responses().get(0).currentAge(now).isNegative(), () -> "a negative age");
    }

    private static Instant freshUntil(ResponseVariants variants) {
        return variants.responses().stream()
                .map(StoredResponse::freshUntil)
                .max(Instant::compareTo)
                .orElseThrow();
    }

    /** RFC 9111 4 and 5.2.1: what is never answered from the store. */
    void judged(RequestHead request, ReuseVerdict verdict, boolean invalidated, Instant now) {
        boolean fromOrigin = verdict instanceof ReuseVerdict.Forward || verdict instanceof ReuseVerdict.Revalidate;
        List<String> wishes = policy.requestDirectives() ? directives(request.fields()) : List.of();
        boolean get = request.method().equals("GET") || request.method().equals("HEAD");
        boolean plain = get && !request.hasContent() && !request.isUpgrade();
        if (plain && wishes.contains("only-if-cached")) {
            FuzzAssertions.hold(!fromOrigin, () -> "only-if-cached, but " + verdict);
        }
        if (verdict instanceof ReuseVerdict.Serve serve) {
            FuzzAssertions.hold(plain && !invalidated && !policy.alwaysValidate(), () -> "served " + request);
            FuzzAssertions.hold(!wishes.contains("no-cache"), () -> "no-cache, but " + verdict);
            FuzzAssertions.hold(
                    serve.reason() != Reason.HIT || serve.stored().isFresh(now),
                    () -> "a stale hit: " + serve.stored());
            mayBeUsed(request, serve.stored(), now);
        } else if (verdict instanceof ReuseVerdict.ServeWhileRevalidating serve) {
            FuzzAssertions.hold(plain && !invalidated && !wishes.contains("no-cache"), () -> "served " + request);
            mayBeUsed(request, serve.stored(), now);
            if (serve.reason() == Reason.HIT) {
                FuzzAssertions.hold(serve.stored().isFresh(now), () -> "a stale hit: " + serve.stored());
            } else {
                servesStale(request, serve.stored());
            }
        }
    }

    private void mayBeUsed(RequestHead request, StoredResponse stored, Instant now) {
        List<String> said = directives(stored.head().fields());
        FuzzAssertions.hold(!said.contains("no-cache"), () -> "used without validation: " + stored.head());
        boolean part = stored.head().status() == 206;
        FuzzAssertions.hold(!part || request.fields().contains("Range"), () -> "a part for " + request);
        selects(request, stored);
        boolean plainly = said.contains("max-age=60")
                && said.size() == 1
                && readable(stored.head().fields());
        boolean stale = now.isAfter(stored.responseTime().plusSeconds(60));
        boolean ruled = policy.freshness().ttlOverrides()
                || policy.staleness().staleWhileRevalidate().toSeconds() > 0;
        if (plainly && stale && !ruled && !stored.isSoftPurged() && readable(request.fields())) {
            FuzzAssertions.hold(
                    directives(request.fields()).stream().anyMatch(wish -> wish.startsWith("max-stale")),
                    () -> "used " + now + " although of " + stored.responseTime());
        }
    }

    /** RFC 9111 4.1, for fields that are not negotiated. */
    private static void selects(RequestHead request, StoredResponse stored) {
        stored.varyKey().forEach((name, value) -> {
            if (name.startsWith("x-") || name.equals("cookie")) {
                List<String> values = request.fields().values(name);
                FuzzAssertions.equal(values.isEmpty(), value.equals(Vary.ABSENT), () -> name + " selects " + request);
                if (values.size() == 1 && values.get(0).matches("[a-z0-9=]+")) {
                    FuzzAssertions.equal(values.get(0), value, () -> name + " selects " + request);
                }
            }
        });
    }

    /** RFC 9111 4.2.4. */
    void servesStale(RequestHead request, StoredResponse stored) {
        List<String> said = directives(stored.head().fields());
        FuzzAssertions.hold(
                !said.contains("must-revalidate") && !said.contains("no-cache") && !said.contains("s-maxage=60"),
                () -> "stale for " + request + ": " + stored.head());
    }

    /** RFC 9111 4.3.2 and 4: what is answered agrees with what is stored. */
    void answered(RequestHead request, StoredResponse stored, ConstructedResponse answer, Instant now) {
        HeaderFields fields = answer.head().fields();
        if (!(answer instanceof ConstructedResponse.NotSatisfiable)) {
            FuzzAssertions.equal(
                    fields.values("Age"),
                    List.of(Long.toString(stored.currentAge(now).toSeconds())),
                    () -> "Age of " + answer);
        }
        FuzzAssertions.hold(
                answer instanceof ConstructedResponse.Whole
                        || request.fields().contains("Range")
                        || request.fields().contains("If-None-Match")
                        || request.fields().contains("If-Modified-Since"),
                () -> answer + " to " + request);
        if (answer instanceof ConstructedResponse.Part part) {
            FuzzAssertions.hold(
                    part.range().last() < stored.body().length(),
                    () -> part + " of " + stored.body().length());
        }
    }

    /** RFC 9111 4.3.1: the origin is asked for the whole, on the validators that are stored and on no other condition. */
    void asks(RequestHead asked, StoredResponse selected) {
        for (String name : List.of("Range", "If-Range", "If-Match", "If-Unmodified-Since")) {
            FuzzAssertions.hold(!asked.fields().contains(name), () -> name + " in " + asked);
        }
        asked.fields()
                .first("If-None-Match")
                .ifPresent(tag -> FuzzAssertions.equal(
                        tag, selected.head().fields().first("ETag").orElse("").strip(), () -> "asks by " + tag));
    }

    /** RFC 9111 3.2 and 4.3.4: the content stays, and what describes it; a targeted field that is stored too (RFC 9213 2.2). */
    void freshened(ResponseHead response, Validation.Outcome.Freshened freshened) {
        StoredResponse before = freshened.before();
        StoredResponse after = freshened.after();
        FuzzAssertions.equal(after.body(), before.body(), () -> "the content");
        FuzzAssertions.equal(after.head().status(), before.head().status(), () -> "the status");
        for (String name : List.of("ETag", "Content-Encoding", "Content-Range")) {
            FuzzAssertions.equal(
                    after.head().fields().values(name), before.head().fields().values(name), () -> name);
        }
        List<String> said = directives(response.fields());
        boolean decides = readable(before.head().fields());
        if (decides && said.contains("no-store") && !said.contains("must-understand")) {
            FuzzAssertions.hold(
                    freshened.stored().stream()
                            .noneMatch(kept -> kept.responses().contains(after)),
                    () -> "a 304 that says no-store was kept");
        }
    }

    /** All directives of a head without quotes and without targeted fields; none if it has any of them. */
    private static List<String> directives(HeaderFields fields) {
        return readable(fields) ? words(fields, "Cache-Control") : List.of();
    }

    private static boolean readable(HeaderFields fields) {
        return !fields.contains("CDN-Cache-Control")
                && !fields.contains("Larder-Cache-Control")
                && fields.values("Cache-Control").stream().noneMatch(line -> line.indexOf('"') >= 0);
    }

    private static List<String> words(HeaderFields fields, String name) {
        List<String> words = new ArrayList<>();
        for (String line : fields.values(name)) {
            for (String word : line.split(",", -1)) {
                if (!word.isBlank() && word.indexOf('"') < 0) {
                    words.add(word.strip().toLowerCase(Locale.ROOT));
                }
            }
        }
        return words;
    }
}

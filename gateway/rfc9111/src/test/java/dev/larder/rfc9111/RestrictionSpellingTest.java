package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineFixtures.after;
import static dev.larder.rfc9111.EngineFixtures.date;
import static dev.larder.rfc9111.EngineFixtures.get;
import static dev.larder.rfc9111.EngineFixtures.ok;
import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static dev.larder.rfc9111.EngineObligation.Level.SHOULD;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What restricts a response is recognized in any spelling that a person reads so, and no guess stands in for what is not read. */
class RestrictionSpellingTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final List<CachePolicy> POLICIES = List.of(
            CachePolicy.DEFAULT,
            CachePolicy.DEFAULT.withTtl(MINUTE),
            CachePolicy.DEFAULT.withTtl(MINUTE).withTtlOverrides(true),
            CachePolicy.DEFAULT.withStatusTtl(Map.of(200, MINUTE)),
            CachePolicy.DEFAULT.withStaleWhileRevalidate(MINUTE).withStaleIfError(MINUTE),
            CachePolicy.DEFAULT.withCookies(CookiePolicy.ALLOW).withTtl(MINUTE));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "private;",
                "private=user",
                "private=\"enabled\"",
                "private ;",
                "; private",
                "private; max-age=60",
                "private max-age=60",
                "max-age=60 private",
                "max-age=60; private",
                "max-age=60;private",
                "public, max-age=60; private",
                "\"private\"",
                "'private'",
                "`private`",
                "<private>",
                "(private)",
                "[private]",
                "private.",
                "private!",
                "private:",
                "private: max-age=60",
                "private=",
                "private =",
                "private= \"x\"",
                "private =\"x\"",
                "private=\"x\" y",
                "private=true",
                "private=1",
                "private=yes",
                "private=\"true\"",
                "private=no-store",
                "private=\"x_user\"",
                "private=x;y",
                "private/max-age=60",
                "private|max-age=60",
                "private&max-age=60",
                "private+max-age=60",
                "pri\"vate\", private",
                "PRIVATE;",
                "Cache-Control: private",
                "foo=\"max-age=60, private",
                "foo=\"max-age=60, private, bar=\"x\"",
                "foo=x\"a, private\"",
                "max-age=\"60, private",
                "foo=private",
                "max-age=private",
                "private, x=\"y",
                "private\t max-age=60",
                "private\u00a0",
                "\u00e2\u0080\u009cprivate\u00e2\u0080\u009d"
            })
    @EngineObligation(section = "5.2.2.7", level = MUST, value = "private: a shared cache MUST NOT store the response")
    void privateIsReadInAnySpelling(String cacheControl) {
        assertForbidden(cacheControl);
        assertThat(directives(cacheControl).isPrivate()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no-store;",
                "no-store; max-age=60",
                "no-store max-age=60",
                "max-age=60 no-store",
                "no_store",
                "nostore",
                "NoStore",
                "no store",
                "No Store, max-age=60",
                "no--store",
                "no - store",
                "no.store",
                "no-store:",
                "no-store=\"",
                "\"no-store\"",
                "'no-store', max-age=60",
                "\"no-store, max-age=60\"",
                "no-cache;no-store;must-revalidate",
                "no-cache no-store must-revalidate",
                "no\u00e2\u0080\u0091store",
                "no-cache=no-store"
            })
    @EngineObligation(section = "5.2.2.5", level = MUST, value = "no-store: a cache MUST NOT store any part")
    void noStoreIsReadInAnySpelling(String cacheControl) {
        assertForbidden(cacheControl);
        assertThat(directives(cacheControl).isNoStore()).isTrue();
        assertThat(RequestDirectives.of(HeaderFields.of("Cache-Control", cacheControl), CachePolicy.DEFAULT)
                        .isNoStore())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no-cache;",
                "no-cache; max-age=60",
                "no-cache max-age=60",
                "no-cache =\"x\"",
                "no-cache=true",
                "no-cache=\"x",
                "no_cache",
                "nocache",
                "no cache, max-age=60",
                "'no-cache'",
                "public; no-cache"
            })
    @EngineObligation(section = "5.2.2.4", level = MUST, value = "no-cache: not to be used without validation")
    void noCacheIsReadInAnySpelling(String cacheControl) {
        assertForbidden(cacheControl);
        assertThat(directives(cacheControl).isNoCache()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "max-age:60",
                "max-age = 60",
                "max_age=60",
                "maxage=60",
                "max-age=0;",
                "max-age 0",
                "public; max-age=60",
                "s-max-age=0",
                "s-maxage:0",
                "do not keep",
                "{\"public\": true}",
                "=",
                "=60",
                "\"\"",
                ";",
                "@",
                "foo bar",
                "foo="
            })
    @EngineObligation(
            section = "4.2.1",
            level = SHOULD,
            value = "invalid freshness information is to be considered stale")
    void unreadableCacheControlForbidsSharingAndStaleServing(String cacheControl) {
        assertForbidden(cacheControl);
        assertThat(directives(cacheControl).isStaleProhibited()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "max-age=60",
                "max-age=60,",
                ", ,max-age=60",
                "max-age=60, community=\"UCI\"",
                "max-age=60, foo=\"private, no-store\"",
                "max-age=60, no-store-please, x-private",
                "private=\"x-user\", max-age=60",
                "PUBLIC, MAX-AGE=60"
            })
    @EngineObligation(section = "5.2.3", level = MUST, value = "a cache MUST ignore unrecognized cache directives")
    void unknownExtensionsRestrictNothing(String cacheControl) {
        ResponseDirectives directives = directives(cacheControl);

        assertThat(directives.isPrivate() || directives.isNoStore() || directives.isNoCache())
                .isFalse();
        assertThat(directives.maxAge()).contains(MINUTE);
        assertThat(directives.isStaleProhibited()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"public; x", "public, max-age=60, foo bar", "s-maxage=60, \"x", "public, max_age=60"})
    @EngineObligation(
            section = "3.5",
            level = MUST,
            value = "Authorization: only with public, s-maxage or must-revalidate")
    void unreadableCacheControlPermitsNoAuthorizedSharing(String cacheControl) {
        assertThat(directives(cacheControl).allowsAuthorizedReuse()).isFalse();
        for (CachePolicy policy : POLICIES) {
            assertThat(shared(get("Authorization", "a"), policy, "Cache-Control", cacheControl, "ETag", "\"t\""))
                    .isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-cache", "No-Cache;", "\"no-cache\"", "no_cache", "foo, no-cache"})
    @EngineObligation(section = "5.4", level = SHOULD, value = "Pragma: no-cache in a response keeps a guess away")
    void pragmaNoCachePreventsHeuristicAndRuleFreshness(String pragma) {
        CachePolicy byRule = CachePolicy.DEFAULT.withTtl(MINUTE);

        assertThat(shared(
                        get(),
                        CachePolicy.DEFAULT.withStaleOnDisconnect(false),
                        "Pragma",
                        pragma,
                        "Last-Modified",
                        date(-100_000)))
                .isFalse();
        assertThat(shared(get(), byRule, "Pragma", pragma)).isFalse();
        assertThat(shared(get(), byRule.withTtlOverrides(true), "Pragma", pragma))
                .isTrue();
        assertThat(shared(get(), byRule, "Pragma", pragma, "Cache-Control", "max-age=60"))
                .isTrue();
        assertThat(shared(get(), byRule, "Pragma", pragma, "Expires", date(60))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'Cookie'",
                "Cookie.",
                "Accept|Cookie",
                "Accept Cookie",
                "Accept; Cookie",
                "Accept&Cookie",
                "\"Cookie\"",
                "Accept_Language",
                "Set-Cookie",
                "Cookies",
                "Accept-Encoding, (User-Agent)",
                "Accept\", Cookie",
                "*.",
                "`*`"
            })
    @EngineObligation(section = "4.1", level = MUST, value = "what cannot be compared fails to match")
    void unreadableVaryMatchesNoRequest(String vary) {
        for (CachePolicy policy : POLICIES) {
            assertThat(shared(get(), policy, "Vary", vary, "Cache-Control", "public, max-age=60"))
                    .isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no-store;",
                "private;",
                "no-cache;",
                "no-store max-age=60",
                "Private",
                "no-store, &",
                "max-age=60, no_store,"
            })
    @EngineObligation(
            rfc = "RFC 9213",
            section = "2.1",
            level = MUST,
            value = "a malformed targeted field is ignored in what it permits; not to store is always allowed")
    void malformedTargetedFieldStillForbidsSharing(String value) {
        for (String name : List.of("CDN-Cache-Control", "Larder-Cache-Control", "Surrogate-Control")) {
            assertThat(shared(get(), CachePolicy.DEFAULT, name, value, "Cache-Control", "public, max-age=60"))
                    .as(name)
                    .isFalse();
        }
    }

    @Test
    @EngineObligation(section = "5.2", level = MUST, value = "surrogates: what does not forbid changes nothing")
    void surrogateControlAloneDoesNotPermitSharing() {
        assertThat(shared(get(), CachePolicy.DEFAULT, "Surrogate-Control", "max-age=60"))
                .isFalse();
        assertThat(shared(
                        get(),
                        CachePolicy.DEFAULT,
                        "Surrogate-Control",
                        "max-age=60, content=\"ESI/1.0\"",
                        "Cache-Control",
                        "max-age=60"))
                .isTrue();
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9875",
            section = "2",
            level = MUST,
            value = "a group is found in any spelling of its list")
    void readsCacheGroupsInAnySpelling() {
        for (String list :
                List.of("\"scripts\"", "scripts", "\"scripts", "'scripts'", "x; scripts", "\"a b\" scripts,")) {
            assertThat(CacheGroups.of(HeaderFields.of("Cache-Groups", list)))
                    .as(list)
                    .contains("scripts");
            assertThat(CacheGroups.invalidated("POST", HeaderFields.of("Cache-Group-Invalidation", list)))
                    .as(list)
                    .contains("scripts");
        }
        assertThat(CacheGroups.of(HeaderFields.of("Cache-Groups", "\"a,b\", c")))
                .contains("a,b", "c");
    }

    @Test
    @EngineObligation(
            section = "5.2",
            level = MUST,
            value = "what restricts is seen whatever separates it from the rest")
    void randomSeparatorsDoNotHideRestrictions() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        String separators = ";: \t|&/\"'()[]{}<>=@,.!?";
        List<String> others = List.of("max-age=60", "public", "s-maxage=60", "foo", "x=\"y\"", "immutable", "");
        for (int i = 0; i < 20_000; i++) {
            String word = List.of("private", "no-store", "no-cache").get(random.nextInt(3));
            var text = new StringBuilder(others.get(random.nextInt(others.size())));
            text.append(separators.charAt(random.nextInt(separators.length())));
            text.append(word);
            text.append(separators.charAt(random.nextInt(separators.length())));
            text.append(others.get(random.nextInt(others.size())));
            String line = text.toString();
            if (!isQualified(line, word)) {
                ResponseDirectives read = directives(line);
                assertThat(read.isPrivate() || read.isNoStore() || read.isNoCache())
                        .as("%s, seed %d", line, seed)
                        .isTrue();
            }
        }
    }

    /** {@code private=foo} names a field. */
    private static boolean isQualified(String line, String word) {
        return !word.equals("no-store")
                && Set.of("foo", "immutable").stream().anyMatch(name -> line.endsWith(word + "=" + name));
    }

    private static void assertForbidden(String cacheControl) {
        for (CachePolicy policy : POLICIES) {
            for (List<String> others : List.of(
                    List.of("Last-Modified", date(-100_000)),
                    List.<String>of(),
                    List.of("ETag", "\"t\""),
                    List.of("Expires", date(60)),
                    List.of("Cache-Control", "public, s-maxage=60", "Set-Cookie", "a=b"))) {
                List<String> fields = new ArrayList<>(List.of("Cache-Control", cacheControl));
                fields.addAll(others);
                boolean lifetimeBeside = others.contains("Cache-Control")
                        && !directives(cacheControl).isPrivate()
                        && !directives(cacheControl).isNoStore()
                        && !directives(cacheControl).isNoCache();
                if (!lifetimeBeside) {
                    assertThat(shared(get(), policy, fields.toArray(String[]::new)))
                            .as("%s with %s, %s", cacheControl, others, policy)
                            .isFalse();
                }
            }
        }
    }

    /** Whether the response to this request answers another's without being validated, now or when the origin is down. */
    private static boolean shared(RequestHead request, CachePolicy policy, String... fields) {
        StoreVerdict verdict = Storability.judge(request, ok(fields), policy, EngineFixtures.NOW);
        if (!(verdict instanceof StoreVerdict.Store store)) {
            return false;
        }
        ResponseVariants variants = ResponseVariants.of(store.response());
        ReuseVerdict reuse = Reuse.judge(get("Cookie", "other"), Optional.of(variants), policy, after(2));
        return reuse instanceof ReuseVerdict.Serve
                || StaleServing.allowed(get(), store.response(), policy, StaleServing.Failure.CONNECTION, after(2))
                        .isPresent();
    }

    private static ResponseDirectives directives(String cacheControl) {
        return ResponseDirectives.of(HeaderFields.of("Cache-Control", cacheControl));
    }
}

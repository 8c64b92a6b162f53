package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Nobody is served what was made for somebody else: every combination of credentials, Cache-Control, Vary and Set-Cookie
 * against a small model of RFC 9111 sections 3, 3.5 and 4.1 that was written for this test alone.
 */
class CredentialSeparationTest {

    private static final List<String> CREDENTIALS = List.of("Authorization", "Cookie", "");
    private static final List<List<String>> CACHE_CONTROLS = List.of(
            List.of(),
            List.of("max-age=60"),
            List.of("private"),
            List.of("Private, max-age=60"),
            List.of("max-age=60", "PRIVATE"),
            List.of("private=\"x-user\", max-age=60"),
            List.of("no-store, max-age=60"),
            List.of("max-age=60", "No-Store"),
            List.of("no-cache, max-age=60"),
            List.of("no-cache=\"x-user\", max-age=60"),
            List.of("s-maxage=60"),
            List.of("public, max-age=60"),
            List.of("public"),
            List.of("must-revalidate, max-age=60"),
            List.of("must-revalidate"));
    private static final List<String> VARIES =
            List.of("", "Cookie", "Authorization", "*", "Accept, *", "cookie, authorization");

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.shared();

    @RegisterExtension
    static final GatewayExtension STRIPPING = GatewayExtension.with(builder ->
            builder.property("larder.rules.all.paths", "/**").property("larder.rules.all.set-cookie", "strip"));

    @Test
    @Tag("hardening-L")
    void everyEleventhCombinationKeepsUsersApart() {
        List<Case> all = cases();
        assertApart(IntStream.range(0, all.size())
                .filter(i -> i % 11 == 0)
                .mapToObj(all::get)
                .toList());
    }

    @Test
    @Tag("thorough")
    @Tag("hardening-L")
    void noCombinationServesOneUsersResponseToAnother() {
        List<Case> all = cases();
        assertThat(all).hasSizeGreaterThanOrEqualTo(1000);
        assertApart(all);
    }

    private static void assertApart(List<Case> played) {
        List<String> leaks = new ArrayList<>();
        int shared = 0;
        int cookies = 0;
        for (Case each : played) {
            ReceivedResponse second = play(each);
            boolean forAlice = second.content().equals("alice");
            shared += forAlice ? 1 : 0;
            cookies += second.field("Set-Cookie").equals("sid=alice") ? 1 : 0;
            if (forAlice && !each.mayBeShared() || second.field("X-User").equals("alice") && !each.mayShareTheField()) {
                leaks.add(each.toString());
            }
            if (second.field("Set-Cookie").equals("sid=alice") && !each.mayShareTheCookie()) {
                leaks.add("cookie: " + each);
            }
        }
        assertThat(leaks).as("of %d cases", played.size()).isEmpty();
        assertThat(shared).as("cases in which sharing is allowed and happens").isPositive();
        assertThat(cookies)
                .as("cases in which sharing a cookie is allowed and happens")
                .isPositive();
    }

    /** What a validation brings is for the client whose request has caused it; others get what is stored. */
    @ParameterizedTest
    @ValueSource(strings = {"max-age=0", "public, max-age=0", "s-maxage=0", "no-cache", "public, no-cache"})
    @Tag("hardening-L")
    void cookieOf304ReachesNoOtherClient(String cacheControl) {
        String path = UniquePath.next();
        STAGE.origin()
                .on(
                        path,
                        request -> request.fields().has("If-None-Match")
                                ? ResponseScript.status(
                                        304,
                                        "ETag",
                                        "\"1\"",
                                        "Cache-Control",
                                        "public, max-age=60",
                                        "Set-Cookie",
                                        "sid=" + request.fields().get("X-User"))
                                : ResponseScript.ok("all", "ETag", "\"1\"", "Cache-Control", cacheControl));
        STAGE.get(path, "X-User", "alice");
        STAGE.get(path, "X-User", "alice");
        for (int i = 0; i < 3; i++) {
            ReceivedResponse bobs = STAGE.get(path, "X-User", "bob");
            assertThat(bobs.content()).isEqualTo("all");
            assertThat(bobs.fields().has("Set-Cookie")).isFalse();
        }
    }

    /** Under a rule that strips cookies only the client whose request the origin has answered gets one. */
    @Test
    @Tag("hardening-L")
    void aStrippedCookieReachesItsOwnClientOnly() {
        String path = UniquePath.next();
        STRIPPING
                .origin()
                .on(
                        path,
                        request -> ResponseScript.ok(
                                "all",
                                "Cache-Control",
                                "max-age=60",
                                "Set-Cookie",
                                "sid=" + request.fields().get("X-User")));
        assertThat(STRIPPING.get(path, "X-User", "alice").field("Set-Cookie")).isEqualTo("sid=alice");
        ReceivedResponse bobs = STRIPPING.get(path, "X-User", "bob");
        assertThat(bobs.hit()).isTrue();
        assertThat(bobs.fields().has("Set-Cookie")).isFalse();
    }

    @Test
    @Tag("hardening-L")
    void publicAndAnonymousResponsesAreShared() {
        Case open = new Case("Authorization", "Authorization", List.of("public, max-age=60"), "", false);
        assertThat(play(open).content()).isEqualTo("alice");
        Case anonymous = new Case("", "", List.of("max-age=60"), "", false);
        assertThat(play(anonymous).content()).isEqualTo("alice");
    }

    private static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (String first : CREDENTIALS) {
            for (String second : CREDENTIALS) {
                for (List<String> cacheControl : CACHE_CONTROLS) {
                    for (String vary : VARIES) {
                        cases.add(new Case(first, second, cacheControl, vary, false));
                        cases.add(new Case(first, second, cacheControl, vary, true));
                    }
                }
            }
        }
        return cases;
    }

    /** What Bob gets after Alice has asked. */
    private static ReceivedResponse play(Case each) {
        String path = UniquePath.next();
        STAGE.origin().on(path, request -> each.answer(request));
        try (RawClient alice = STAGE.gateway().connect();
                RawClient bob = STAGE.gateway().connect()) {
            alice.request("GET", path, each.fields(each.first(), "alice")).read();
            return bob.request("GET", path, each.fields(each.second(), "bob")).read();
        }
    }

    /** Alice asks with one kind of credentials, Bob with the same or another, and the origin answers so. */
    private record Case(String first, String second, List<String> cacheControl, String vary, boolean setCookie) {

        String[] fields(String kind, String user) {
            return kind.isEmpty() ? new String[] {"X-User", user} : new String[] {"X-User", user, kind, "user=" + user};
        }

        ResponseScript answer(ReceivedRequest request) {
            String user = request.fields().get("X-User");
            List<String> fields = new ArrayList<>(List.of("X-User", user));
            cacheControl.forEach(line -> fields.addAll(List.of("Cache-Control", line)));
            if (!vary.isEmpty()) {
                fields.addAll(List.of("Vary", vary));
            }
            if (setCookie) {
                fields.addAll(List.of("Set-Cookie", "sid=" + user));
            }
            return ResponseScript.ok(user, fields.toArray(String[]::new));
        }

        boolean mayBeShared() {
            String all = String.join(", ", cacheControl).toLowerCase(Locale.ROOT);
            boolean fresh = all.contains("max-age=60") || all.contains("s-maxage=60");
            String unqualified = all.replace("=\"x-user\"", "=");
            boolean forbidden = unqualified.matches(".*(private|no-cache)(?!=).*") || all.contains("no-store");
            boolean opened = all.contains("public") || all.contains("s-maxage") || all.contains("must-revalidate");
            boolean authorized = first.equals("Authorization") && !opened;
            return fresh && !forbidden && !authorized && !differs() && (!setCookie || mayShareTheCookie());
        }

        /** RFC 9111 7.3: a cookie is everybody's only where the origin says that the response is, and for how long. */
        boolean mayShareTheCookie() {
            String all = String.join(", ", cacheControl).toLowerCase(Locale.ROOT);
            boolean everybodys = all.contains("s-maxage=60") || (all.contains("public") && all.contains("max-age=60"));
            return everybodys && !all.contains("private") && !all.contains("no-store") && !all.contains("no-cache");
        }

        /** The field that private or no-cache names is Alice's alone (RFC 9111 5.2.2.4, 5.2.2.7). */
        boolean mayShareTheField() {
            return mayBeShared() && !String.join(", ", cacheControl).contains("x-user");
        }

        private boolean differs() {
            String nominated = vary.toLowerCase(Locale.ROOT);
            return nominated.contains("*") || nominated.contains(nameOf(first)) || nominated.contains(nameOf(second));
        }

        private static String nameOf(String kind) {
            return kind.isEmpty() ? "\n" : kind.toLowerCase(Locale.ROOT);
        }
    }
}

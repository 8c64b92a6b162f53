package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineFixtures.date;
import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Alice asks, then Bob: over every combination of credentials, directives, Vary and cookies Bob gets Alice's response only
 * where an oracle, written from the text and sharing no code with the engine, says it is everybody's.
 */
class SharedCacheLeakTest {

    private static final List<String> CREDENTIALS = List.of("", "Authorization", "Cookie");
    private static final List<String> DIRECTIVES = List.of(
            "",
            "max-age=60",
            "private",
            "max-age=60, private",
            "private=\"x\", max-age=60",
            "PRIVATE,max-age=60",
            "max-age=60\nprivate",
            "no-store",
            "No-Store, max-age=60",
            "no-cache, max-age=60",
            "s-maxage=60",
            "public, max-age=60",
            "must-revalidate, max-age=60",
            "proxy-revalidate, max-age=60",
            "max-age=0",
            "s-maxage=x");
    private static final List<String> VARY =
            List.of("", "Cookie", "Authorization", "*", "Accept, *", "Authorization, Cookie");
    private static final List<String> COOKIES = List.of("", "session=alice");

    @Test
    @EngineObligation(
            section = "3.5",
            level = MUST,
            value = "no response reaches another user unless the origin allows it")
    @Tag("hardening-L")
    void sharesResponseBetweenUsersExactlyWhereRfcAllows() {
        int cases = 0;
        int shared = 0;
        for (String credential : CREDENTIALS) {
            for (String directives : DIRECTIVES) {
                for (String vary : VARY) {
                    for (String cookie : COOKIES) {
                        for (String bob : CREDENTIALS) {
                            Case one = new Case(credential, directives, vary, cookie, bob);
                            assertThat(one.served()).as("%s", one).isEqualTo(one.allowed());
                            cases++;
                            shared += one.served() ? 1 : 0;
                        }
                    }
                }
            }
        }
        assertThat(cases).isGreaterThan(1_000);
        assertThat(shared).isBetween(cases / 50, cases / 2);
    }

    private record Case(String alice, String directives, String vary, String cookie, String bob) {

        boolean served() {
            StoreVerdict verdict = EngineFixtures.judged(request(alice, "alice"), response());
            if (!(verdict instanceof StoreVerdict.Store store)) {
                return false;
            }
            ReuseVerdict reuse = Reuse.judge(
                    request(bob, "bob"),
                    Optional.of(ResponseVariants.of(store.response())),
                    EngineFixtures.POLICY,
                    EngineFixtures.after(1));
            return reuse instanceof ReuseVerdict.Serve;
        }

        /** The text of RFC 9111 3, 3.5, 4, 4.1 and the rule for cookies, case by case. */
        boolean allowed() {
            String said = directives.toLowerCase(Locale.ROOT).replace("\n", ", ");
            List<String> members = List.of(said.split(", |,"));
            boolean explicit = members.contains("max-age=60") || members.contains("s-maxage=60");
            if (members.contains("private") || members.contains("no-store") || members.contains("no-cache")) {
                return false;
            }
            boolean opened = members.contains("public")
                    || members.contains("s-maxage=60")
                    || members.contains("must-revalidate");
            if (alice.equals("Authorization") && !opened) {
                return false;
            }
            if (!cookie.isEmpty() && !(explicit && (members.contains("public") || members.contains("s-maxage=60")))) {
                return false;
            }
            boolean fresh = explicit || said.isEmpty() || said.equals("private=\"x\", max-age=60");
            return fresh && selects();
        }

        private boolean selects() {
            for (String name : vary.split(", ")) {
                boolean nominated = !name.isEmpty();
                if (name.equals("*") || (nominated && (name.equals(alice) || name.equals(bob)))) {
                    return false;
                }
            }
            return true;
        }

        private static RequestHead request(String credential, String user) {
            return credential.isEmpty() ? EngineFixtures.get() : EngineFixtures.get(credential, user);
        }

        private ResponseHead response() {
            List<String> fields = new ArrayList<>(List.of("Date", date(0), "Last-Modified", date(-100_000)));
            for (String line : directives.split("\n")) {
                fields.addAll(line.isEmpty() ? List.of() : List.of("Cache-Control", line));
            }
            fields.addAll(vary.isEmpty() ? List.of() : List.of("Vary", vary));
            fields.addAll(cookie.isEmpty() ? List.of() : List.of("Set-Cookie", cookie));
            return EngineFixtures.ok(fields.toArray(String[]::new));
        }
    }
}

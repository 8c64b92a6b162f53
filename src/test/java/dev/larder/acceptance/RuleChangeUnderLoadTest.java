package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two rule sets in turn under load. They differ in three things that each response shows: the parameter that the origin is not
 * asked with, the field that is removed, and the lifetime. No response shows some of the one and some of the other, and a request
 * between two changes gets the rules of the first. Another seed: {@code -Dlarder.seed=N}.
 */
class RuleChangeUnderLoadTest {

    private static final String RULES = "/actuator/larder/rules";
    private static final int CLIENTS = 16;
    private static final int TARGETS = 200;
    private static final int WRITES = 50;
    private static final int ROLLBACK = 5;

    /** How many times as long as meant a run lasts at most. */
    private static final int LONGEST = 5;

    private static final long SEED = Long.getLong("larder.seed", 9111);
    private static final Pattern TTL = Pattern.compile("; hit;.*ttl=(\\d+)");
    private static final String[] WRONG = {
        "paths: r",
        "pool: w",
        "ttl: soon",
        "ttl: 0s",
        "tll: 5s",
        "methods: DELETE",
        "statuses: 99",
        "store: none",
        "key.user: sub",
        "strip: Vary"
    };

    /** The rule sets; each names what it ignores, removes, and for how long it stores. */
    private enum Rules {
        A("a", "X-A", 1_000),
        B("b", "X-B", 2_000);

        private final String ignored;
        private final String removed;
        private final int ttl;

        Rules(String ignored, String removed, int ttl) {
            this.ignored = ignored;
            this.removed = removed;
            this.ttl = ttl;
        }

        String document() {
            return "larder.rules: {r: {paths: /r/**, ttl: " + ttl + "s, strip: " + removed + ", key.query.ignore: "
                    + ignored + "}}";
        }

        boolean hasMade(ReceivedResponse response) {
            Matcher ttlOfHit = TTL.matcher(response.cacheStatus());
            boolean lives = !ttlOfHit.find()
                    || Integer.parseInt(ttlOfHit.group(1)) <= ttl && Integer.parseInt(ttlOfHit.group(1)) > ttl - 1_000;
            return lives
                    && !response.fields().has(removed)
                    && response.fields().has(this == A ? "X-B" : "X-A")
                    && !response.content().contains(ignored + "=1")
                    && (!response.content().contains("/x") || response.content().contains(this == A ? "b=1" : "a=1"));
        }
    }

    /** When a rule set was in force: from the response to its change to the next change. */
    private record Reign(Rules rules, long from, long to) {}

    private record Answer(long begin, long end, boolean write, ReceivedResponse response) {}

    @Test
    void noResponseMixesTwoRuleSets() {
        run(new Load(Duration.ofSeconds(4), 20, 400, 1));
    }

    @Test
    @Tag("thorough")
    void noResponseMixesTwoRuleSetsDuringOneMinuteOfLoad() {
        run(new Load(Duration.ofMinutes(1), 100, 2_000, 60_000));
    }

    /**
     * How long rules change under load.
     *
     * @param time of these changes
     * @param perSecond most requests in a second
     * @param answers as many at least: a slow machine takes longer, and changes the rules as often meanwhile
     */
    private record Load(Duration time, int changes, int perSecond, int answers) {

        boolean goesOn(int done, LongAdder answered) {
            return done < changes || (answered.sum() <= answers && done < LONGEST * changes);
        }
    }

    private static void run(Load load) {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = OperatorClient.admitted(GatewayFixture.inJvm()
                                .origin(origin)
                                .property("larder.actuate.write-enabled", true)
                                .property("larder.rules.r.paths", "/r/**"))
                        .start()) {
            origin.otherwise(RuleChangeUnderLoadTest::answer);
            OperatorClient operator = OperatorClient.of(gateway);
            var over = new AtomicBoolean();
            var answered = new LongAdder();
            change(operator, Rules.B, 0);
            CompletableFuture<List<Reign>> reigns =
                    ConcurrentClients.one(() -> changes(operator, load, answered, over));
            ConcurrentClients<List<Answer>> clients = ConcurrentClients.start(
                    CLIENTS, client -> load(gateway.port(), client, load.perSecond(), answered, over));
            List<Reign> reigned = reigns.join();
            List<Answer> answers =
                    clients.results().stream().flatMap(List::stream).toList();
            check(answers, reigned);
            assertThat(answers).hasSizeGreaterThan(load.answers());
        }
    }

    private static ResponseScript answer(ReceivedRequest request) {
        return request.method().equals("GET")
                ? ResponseScript.ok(request.target(), "X-A", "1", "X-B", "1")
                : ResponseScript.ok("written");
    }

    private static List<Reign> changes(OperatorClient operator, Load load, LongAdder answered, AtomicBoolean over) {
        try {
            List<Reign> reigns = new ArrayList<>();
            int[] versions = new int[Rules.values().length];
            long start = System.nanoTime();
            int refused = 0;
            for (int i = 0; load.goesOn(i, answered); i++) {
                Rules next = Rules.values()[i % 2];
                int at = i % ROLLBACK == ROLLBACK - 1 ? versions[next.ordinal()] : 0;
                versions[next.ordinal()] = change(operator, next, at);
                long from = System.nanoTime();
                if (i % 5 == 0) {
                    refused += refuse(operator, WRONG[refused % WRONG.length]);
                }
                LockSupport.parkNanos(start + load.time().toNanos() * (i + 1) / load.changes() - System.nanoTime());
                reigns.add(new Reign(next, from, System.nanoTime()));
            }
            assertThat(refused).isEqualTo((reigns.size() + 4) / 5);
            return reigns;
        } finally {
            over.set(true);
        }
    }

    /** Sends a document, or goes back to a version; returns the number of the new one. */
    private static int change(OperatorClient operator, Rules rules, int version) {
        ReceivedResponse changed = operator.tell(
                RULES, version > 0 ? "{\"version\":\"" + version + "\"}" : "{\"rules\":\"" + rules.document() + "\"}");
        assertThat(changed.status()).as(changed.content()).isEqualTo(200);
        return Integer.parseInt(changed.content().split("\"version\":", 2)[1].split("[,}]", 2)[0]);
    }

    private static int refuse(OperatorClient operator, String wrong) {
        ReceivedResponse refused =
                operator.tell(RULES, "{\"rules\":\"larder.rules: {r: {paths: /r/**}, w: {" + wrong + "}}\"}");
        assertThat(refused.status()).as(refused.content()).isEqualTo(422);
        assertThat(refused.content()).contains("The property larder.rules.w", "Write for example");
        return 1;
    }

    private static List<Answer> load(int port, int client, int perSecond, LongAdder answered, AtomicBoolean over) {
        var random = new Random(SEED + client);
        List<Answer> answers = new ArrayList<>();
        long pause = Duration.ofSeconds(1).toNanos() * CLIENTS / perSecond;
        long next = System.nanoTime();
        try (RawClient connection = RawClient.connect(port)) {
            while (!over.get()) {
                boolean write = random.nextInt(WRITES) == 0;
                String target =
                        "/r/" + random.nextInt(TARGETS) + (write ? "" : random.nextBoolean() ? "/x?a=1&b=1" : "/y");
                long begin = System.nanoTime();
                String method = write ? "POST" : "GET";
                connection.request(method, target, write ? new String[] {"Content-Length", "0"} : new String[0]);
                ReceivedResponse response = connection.read(method);
                answers.add(new Answer(begin, System.nanoTime(), write, response));
                answered.increment();
                next += pause;
                LockSupport.parkNanos(next - System.nanoTime());
            }
        }
        return answers;
    }

    private static void check(List<Answer> answers, List<Reign> reigns) {
        assertThat(answers)
                .as("failed")
                .allMatch(
                        answer -> answer.response().whole() && answer.response().status() == 200);
        long[] of = new long[Rules.values().length];
        long hits = 0;
        for (Answer answer : answers) {
            if (answer.write()) {
                continue;
            }
            boolean a = Rules.A.hasMade(answer.response());
            boolean b = Rules.B.hasMade(answer.response());
            assertThat(a).as("seed %d: a mixture: %s", SEED, answer.response()).isNotEqualTo(b);
            of[(a ? Rules.A : Rules.B).ordinal()]++;
            hits += answer.response().hit() ? 1 : 0;
            for (Reign reign : reigns) {
                if (reign.from() < answer.begin() && answer.end() < reign.to()) {
                    assertThat(a ? Rules.A : Rules.B)
                            .as("seed %d: %s", SEED, answer.response())
                            .isEqualTo(reign.rules());
                }
            }
        }
        assertThat(of).as("of each rule set").doesNotContain(0);
        System.out.printf(
                "%d answers, %d hits, of each rule set %d and %d, %d changes%n",
                answers.size(), hits, of[0], of[1], reigns.size());
        assertThat(hits).isPositive();
    }
}

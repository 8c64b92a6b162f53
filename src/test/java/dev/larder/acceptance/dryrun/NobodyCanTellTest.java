package dev.larder.acceptance.dryrun;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.Field;
import dev.larder.acceptance.kit.Fields;
import dev.larder.acceptance.kit.Gateway;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.Received;
import dev.larder.acceptance.kit.Response;
import dev.larder.acceptance.kit.Script;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With a Larder that only watches, clients get and origins are asked octet for octet what they would be without. */
@Tag("thorough")
class NobodyCanTellTest {

    private static final int REQUESTS = 250;
    private static final List<String> METHODS =
            List.of("GET", "GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH");
    private static final List<String> PATHS = List.of("/a", "/a/b", "/counted/x", "/counted/y", "/a//b", "/%7Ea;v=1");
    private static final List<String> QUERIES =
            List.of("", "", "?x=1", "?x=2", "?b=1&a=2", "?utm_source=mail&b=%20", "?refresh", "?a=1&a=2");
    private static final List<Field> ASKED = List.of(
            new Field("If-None-Match", "\"1\""),
            new Field("If-None-Match", "\"other\""),
            new Field("If-Modified-Since", "Sat, 01 Jan 2022 00:00:00 GMT"),
            new Field("Range", "bytes=0-1"),
            new Field("Cache-Control", "no-cache"),
            new Field("Cache-Control", "only-if-cached"),
            new Field("Cache-Control", "max-age=0"),
            new Field("Bypass-Cache", "1"),
            new Field("Authorization", "Bearer a"),
            new Field("Cookie", "session=1; theme=dark"),
            new Field("Accept-Language", "de, en;q=0.5"),
            new Field("Accept-Encoding", "garbled;q=x"),
            new Field("X-Forwarded-Host", "evil.test"),
            new Field("X-HTTP-Method-Override", "DELETE"),
            new Field("X-oDD", "a  b"));
    private static final List<Field> SENT = List.of(
            new Field("Cache-Control", "max-age=600"),
            new Field("Cache-Control", "max-age=600, stale-while-revalidate=60"),
            new Field("Cache-Control", "no-store"),
            new Field("Cache-Control", "private"),
            new Field("ETag", "\"1\""),
            new Field("Last-Modified", "Fri, 01 Jan 2021 00:00:00 GMT"),
            new Field("Date", "Sat, 02 Jan 2021 00:00:00 GMT"),
            new Field("Age", "7"),
            new Field("Vary", "Accept-Language"),
            new Field("Vary", "*"),
            new Field("Set-Cookie", "a=b; Path=/"),
            new Field("Cache-Status", "Other; hit"),
            new Field("Expires", "0"),
            new Field("x-8-Bit", "\u00e9"),
            new Field("X-Twice", "1"),
            new Field("X-Twice", "2"));
    private static final List<Integer> STATUSES =
            List.of(200, 200, 200, 200, 200, 201, 204, 206, 301, 304, 404, 410, 503);

    private static Pair pair;

    @BeforeAll
    static void start() {
        pair = Pair.start();
    }

    @AfterAll
    static void stop() {
        pair.close();
    }

    private record Question(String method, String target, List<Field> fields, String content) {

        Question to(String otherTarget) {
            return new Question(method, otherTarget, fields, content);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void clientsAndOriginsSeeTheSame(long seed) {
        pair.origin().otherwise(NobodyCanTellTest::answer);
        pair.both().forEach(gateway -> gateway.expect(503));
        var random = new Random(seed);
        try (RawClient plain = pair.plain().connect();
                RawClient watching = pair.watching().connect();
                RawClient direct = RawClient.connect(pair.origin().port())) {
            for (int i = 0; i < REQUESTS; i++) {
                Question question = question(random, i);
                pair.origin().forget();
                Response without = ask(plain, question);
                Response with = ask(watching, question);
                assertSame(question, without, with);
                List<Received> received = pair.origin().received();
                assertAskedTheSame(question, received);
                assertAsSent(
                        question, with, ask(direct, question.to(received.get(1).target())));
            }
        }
        pair.both().forEach(Gateway::check);
    }

    private static Question question(Random random, int number) {
        String method = oneOf(METHODS, random);
        String content = List.of("POST", "PUT", "PATCH").contains(method) ? "content " + number : "";
        List<Field> fields = some(ASKED, random, 4);
        return new Question(method, oneOf(PATHS, random) + oneOf(QUERIES, random), fields, content);
    }

    private static Response ask(RawClient client, Question question) {
        Fields length = question.content().isEmpty()
                ? Fields.NONE
                : Fields.of(
                        "Content-Length", Integer.toString(question.content().length()));
        return client.send(
                        RawClient.head(question.method(), question.target(), new Fields(question.fields()).and(length))
                                + question.content())
                .read(question.method());
    }

    private static void assertSame(Question question, Response without, Response with) {
        assertThat(with.status()).as("%s", question).isEqualTo(without.status());
        assertThat(sorted(framed(with))).as("%s", question).isEqualTo(sorted(framed(without)));
        assertThat(with.content()).as("%s", question).isEqualTo(without.content());
        assertThat(with.end()).as("%s", question).isEqualTo(without.end());
    }

    /** Reactor Netty frames a 304 without a length as if there were content, and Larder does not (RFC 9112 6.1). */
    private static Fields framed(Response response) {
        return response.status() == 304 ? endToEnd(response) : response.fields();
    }

    private static Fields endToEnd(Response response) {
        return new Fields(response.fields().list().stream()
                .filter(field -> !field.name().equalsIgnoreCase("Transfer-Encoding"))
                .toList());
    }

    private static void assertAsSent(Question question, Response with, Response sent) {
        assertThat(with.status()).as("%s", question).isEqualTo(sent.status());
        assertThat(sorted(endToEnd(with))).as("%s", question).isEqualTo(sorted(endToEnd(sent)));
        assertThat(with.content()).as("%s", question).isEqualTo(sent.content());
    }

    private static void assertAskedTheSame(Question question, List<Received> received) {
        assertThat(received).as("%s", question).hasSize(2);
        Received without = received.get(0);
        Received with = received.get(1);
        assertThat(with.method()).isEqualTo(without.method());
        assertThat(with.target()).isEqualTo(without.target());
        assertThat(with.body()).isEqualTo(without.body());
        assertThat(sorted(with.fields())).as("%s", question).isEqualTo(sorted(without.fields()));
    }

    private static List<String> sorted(Fields fields) {
        return fields.list().stream()
                .map(field -> field.name() + ": " + field.value())
                .sorted(Comparator.naturalOrder())
                .toList();
    }

    /** The same answer to the same question, whoever brings it; half of the bodies depend on more than the target. */
    private static Script answer(Received request) {
        String asked = request.method() + request.target() + request.fields().get("Cookie");
        var random = new Random(asked.hashCode());
        int status = request.fields().has("If-None-Match") && random.nextBoolean() ? 304 : oneOf(STATUSES, random);
        Script script = Script.status(
                status,
                some(SENT, random, 6).stream()
                        .flatMap(field -> Stream.of(field.name(), field.value()))
                        .toArray(String[]::new));
        if (status == 204 || status == 304) {
            return script;
        }
        script.part("x".repeat(random.nextInt(3_000)));
        return random.nextBoolean() ? script.chunked().part("more " + asked) : script;
    }

    private static <T> T oneOf(List<T> all, Random random) {
        return all.get(random.nextInt(all.size()));
    }

    private static List<Field> some(List<Field> all, Random random, int most) {
        var some = new ArrayList<Field>();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            some.add(oneOf(all, random));
        }
        return some;
    }

    @Test
    void whatAFilterAnswersIsFramedAlike() {
        var question = new Question("GET", "/answered", List.of(), "");
        try (RawClient plain = pair.plain().connect();
                RawClient watching = pair.watching().connect()) {
            Response without = ask(plain, question);
            assertThat(without.fields().get("Content-Length")).isEqualTo("8");
            assertSame(question, without, ask(watching, question));
        }
    }

    @Test
    void aLargeBodyArrivesWhole() {
        pair.origin().on("/large", Script.ok("0123456789".repeat(300_000), "Cache-Control", "max-age=60"));
        for (int i = 0; i < 2; i++) {
            assertThat(pair.watching().get("/large")).isEqualTo(pair.plain().get("/large"));
        }
    }
}

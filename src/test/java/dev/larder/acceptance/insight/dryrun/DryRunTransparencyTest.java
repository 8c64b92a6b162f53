package dev.larder.acceptance.insight.dryrun;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawField;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
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
class DryRunTransparencyTest {

    private static final int REQUESTS = 250;
    private static final List<String> METHODS =
            List.of("GET", "GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH");
    private static final List<String> PATHS = List.of("/a", "/a/b", "/counted/x", "/counted/y", "/a//b", "/%7Ea;v=1");
    private static final List<String> QUERIES =
            List.of("", "", "?x=1", "?x=2", "?b=1&a=2", "?utm_source=mail&b=%20", "?refresh", "?a=1&a=2");
    private static final List<RawField> ASKED = List.of(
            new RawField("If-None-Match", "\"1\""),
            new RawField("If-None-Match", "\"other\""),
            new RawField("If-Modified-Since", "Sat, 01 Jan 2022 00:00:00 GMT"),
            new RawField("Range", "bytes=0-1"),
            new RawField("Cache-Control", "no-cache"),
            new RawField("Cache-Control", "only-if-cached"),
            new RawField("Cache-Control", "max-age=0"),
            new RawField("Bypass-Cache", "1"),
            new RawField("Authorization", "Bearer a"),
            new RawField("Cookie", "session=1; theme=dark"),
            new RawField("Accept-Language", "de, en;q=0.5"),
            new RawField("Accept-Encoding", "garbled;q=x"),
            new RawField("X-Forwarded-Host", "evil.test"),
            new RawField("X-HTTP-Method-Override", "DELETE"),
            new RawField("X-oDD", "a  b"));
    private static final List<RawField> SENT = List.of(
            new RawField("Cache-Control", "max-age=600"),
            new RawField("Cache-Control", "max-age=600, stale-while-revalidate=60"),
            new RawField("Cache-Control", "no-store"),
            new RawField("Cache-Control", "private"),
            new RawField("ETag", "\"1\""),
            new RawField("Last-Modified", "Fri, 01 Jan 2021 00:00:00 GMT"),
            new RawField("Date", "Sat, 02 Jan 2021 00:00:00 GMT"),
            new RawField("Age", "7"),
            new RawField("Vary", "Accept-Language"),
            new RawField("Vary", "*"),
            new RawField("Set-Cookie", "a=b; Path=/"),
            new RawField("Cache-Status", "Other; hit"),
            new RawField("Expires", "0"),
            new RawField("x-8-Bit", "\u00e9"),
            new RawField("X-Twice", "1"),
            new RawField("X-Twice", "2"));
    private static final List<Integer> STATUSES =
            List.of(200, 200, 200, 200, 200, 201, 204, 206, 301, 304, 404, 410, 503);

    private static DryRunGatewayPair pair;

    @BeforeAll
    static void start() {
        pair = DryRunGatewayPair.start();
    }

    @AfterAll
    static void stop() {
        pair.close();
    }

    private record Question(String method, String target, List<RawField> fields, String content) {

        Question to(String otherTarget) {
            return new Question(method, otherTarget, fields, content);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void clientsAndOriginsSeeSameMessagesAsWithoutDryRun(long seed) {
        pair.origin().otherwise(DryRunTransparencyTest::answer);
        pair.both().forEach(gateway -> gateway.expect(503));
        var random = new Random(seed);
        try (RawClient plain = pair.plain().connect();
                RawClient watching = pair.watching().connect();
                RawClient direct = RawClient.connect(pair.origin().port())) {
            for (int i = 0; i < REQUESTS; i++) {
                Question question = question(random, i);
                pair.origin().forget();
                ReceivedResponse without = ask(plain, question);
                ReceivedResponse with = ask(watching, question);
                assertSame(question, without, with);
                List<ReceivedRequest> received = pair.origin().received();
                assertAskedTheSame(question, received);
                assertAsSent(
                        question, with, ask(direct, question.to(received.get(1).target())));
            }
        }
        pair.both().forEach(GatewayFixture::check);
    }

    private static Question question(Random random, int number) {
        String method = oneOf(METHODS, random);
        String content = List.of("POST", "PUT", "PATCH").contains(method) ? "content " + number : "";
        List<RawField> fields = some(ASKED, random, 4);
        return new Question(method, oneOf(PATHS, random) + oneOf(QUERIES, random), fields, content);
    }

    private static ReceivedResponse ask(RawClient client, Question question) {
        RawFields length = question.content().isEmpty()
                ? RawFields.NONE
                : RawFields.of(
                        "Content-Length", Integer.toString(question.content().length()));
        return client.send(RawClient.head(
                                question.method(), question.target(), new RawFields(question.fields()).and(length))
                        + question.content())
                .read(question.method());
    }

    private static void assertSame(Question question, ReceivedResponse without, ReceivedResponse with) {
        assertThat(with.status()).as("%s", question).isEqualTo(without.status());
        assertThat(sorted(framed(with))).as("%s", question).isEqualTo(sorted(framed(without)));
        assertThat(with.content()).as("%s", question).isEqualTo(without.content());
        assertThat(with.end()).as("%s", question).isEqualTo(without.end());
    }

    /** Reactor Netty frames a 304 without a length as if there were content, and Larder does not (RFC 9112 6.1). */
    private static RawFields framed(ReceivedResponse response) {
        return response.status() == 304 ? endToEnd(response) : response.fields();
    }

    private static RawFields endToEnd(ReceivedResponse response) {
        return new RawFields(response.fields().list().stream()
                .filter(field -> !field.name().equalsIgnoreCase("Transfer-Encoding"))
                .toList());
    }

    private static void assertAsSent(Question question, ReceivedResponse with, ReceivedResponse sent) {
        assertThat(with.status()).as("%s", question).isEqualTo(sent.status());
        assertThat(sorted(endToEnd(with))).as("%s", question).isEqualTo(sorted(endToEnd(sent)));
        assertThat(with.content()).as("%s", question).isEqualTo(sent.content());
    }

    private static void assertAskedTheSame(Question question, List<ReceivedRequest> received) {
        assertThat(received).as("%s", question).hasSize(2);
        ReceivedRequest without = received.get(0);
        ReceivedRequest with = received.get(1);
        assertThat(with.method()).isEqualTo(without.method());
        assertThat(with.target()).isEqualTo(without.target());
        assertThat(with.body()).isEqualTo(without.body());
        assertThat(sorted(with.fields())).as("%s", question).isEqualTo(sorted(without.fields()));
    }

    private static List<String> sorted(RawFields fields) {
        return fields.list().stream()
                .map(field -> field.name() + ": " + field.value())
                .sorted(Comparator.naturalOrder())
                .toList();
    }

    /** The same answer to the same question, whoever brings it; half of the bodies depend on more than the target. */
    private static ResponseScript answer(ReceivedRequest request) {
        String asked = request.method() + request.target() + request.fields().get("Cookie");
        var random = new Random(asked.hashCode());
        int status = request.fields().has("If-None-Match") && random.nextBoolean() ? 304 : oneOf(STATUSES, random);
        ResponseScript script = ResponseScript.status(
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

    private static List<RawField> some(List<RawField> all, Random random, int most) {
        var some = new ArrayList<RawField>();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            some.add(oneOf(all, random));
        }
        return some;
    }

    @Test
    void responseOfFilterIsFramedAsWithoutDryRun() {
        var question = new Question("GET", "/answered", List.of(), "");
        try (RawClient plain = pair.plain().connect();
                RawClient watching = pair.watching().connect()) {
            ReceivedResponse without = ask(plain, question);
            assertThat(without.fields().get("Content-Length")).isEqualTo("8");
            assertSame(question, without, ask(watching, question));
        }
    }

    @Test
    void aLargeBodyArrivesWhole() {
        pair.origin().on("/large", ResponseScript.ok("0123456789".repeat(300_000), "Cache-Control", "max-age=60"));
        for (int i = 0; i < 2; i++) {
            assertThat(pair.watching().get("/large")).isEqualTo(pair.plain().get("/large"));
        }
    }
}

package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.StreamedResponse;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A thousand aborts of clients and of the origin at random bytes: no truncated response is ever served as whole, those who
 * wait for the same response are served, and no buffer is lost. Another seed: {@code -Dlarder.seed=N}.
 */
class AbortTest {

    private static final int FEW = 50;
    private static final int MANY = Integer.getInteger("larder.aborts", 1_000);
    private static final long SEED = Long.getLong("larder.seed", 9111);

    /** The stage is this class's own, so that its closing looks for leaks right after the aborts. */
    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> builder);

    @Test
    @Tag("hardening-F2")
    void clientAbortsDoNotTruncateResponsesOfOthers() {
        clientsLeave(FEW);
    }

    @Test
    @Tag("thorough")
    @Tag("hardening-F2")
    void manyClientAbortsDoNotTruncateResponsesOfOthers() {
        clientsLeave(MANY);
    }

    @Test
    @Tag("hardening-F1")
    void originAbortsAreNeverServedAsWhole() {
        originsBreakOff(FEW);
    }

    @Test
    @Tag("thorough")
    @Tag("hardening-F1")
    void manyOriginAbortsAreNeverServedAsWhole() {
        originsBreakOff(MANY);
    }

    private static void clientsLeave(int rounds) {
        Random random = new Random(SEED);
        for (int i = 0; i < rounds; i++) {
            Round round = Round.next(random);
            clientLeaves(round, "seed " + SEED + ", round " + i + " of clients: " + round);
        }
    }

    private static void originsBreakOff(int rounds) {
        Random random = new Random(SEED + 1);
        for (int i = 0; i < rounds; i++) {
            Round round = Round.next(random);
            originBreaksOff(round, "seed " + (SEED + 1) + ", round " + i + " of origins: " + round);
        }
    }

    private static void clientLeaves(Round round, String what) {
        String path = UniquePath.next();
        OriginLatch gate = new OriginLatch();
        STAGE.origin().on(path, round.script(gate));
        RawClient leader = STAGE.gateway().connect().request("GET", path);
        gate.awaitArrival();
        readUpTo(leader, round.offset());
        List<RawClient> followers = followers(path, round.followers());
        leader.end(round.how());
        gate.release();
        for (RawClient follower : followers) {
            assertWhole(follower.read(), round, what);
            follower.close();
        }
        assertWhole(STAGE.get(path), round, what);
    }

    private static void originBreaksOff(Round round, String what) {
        String path = UniquePath.next();
        OriginLatch open = new OriginLatch();
        open.release();
        ResponseScript whole = round.script(open);
        long cut = round.share(whole.wireLength());
        STAGE.origin().inTurn(path, round.script(open).cutAt(cut, round.how()), whole);
        RawClient leader = STAGE.gateway().connect().request("GET", path);
        List<RawClient> followers = followers(path, round.followers());
        assertWholeOrVisiblyNot(leader.read(), round, what);
        for (RawClient follower : followers) {
            assertWholeOrVisiblyNot(follower.read(), round, what);
            follower.close();
        }
        leader.close();
        assertWhole(STAGE.get(path), round, what);
        STAGE.gateway().expect(502);
    }

    private static void readUpTo(RawClient client, int offset) {
        if (offset == 0) {
            return;
        }
        StreamedResponse response = client.open("GET");
        int have = 0;
        while (have < offset) {
            int more = response.next().length();
            assertThat(more)
                    .as("the gateway withholds what it has: %d of %d bytes", have, offset)
                    .isPositive();
            have += more;
        }
    }

    private static List<RawClient> followers(String path, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> STAGE.gateway().connect().request("GET", path))
                .toList();
    }

    private static void assertWhole(ReceivedResponse response, Round round, String what) {
        assertThat(response.whole()).as(what).isTrue();
        assertThat(response.status()).as(what).isEqualTo(200);
        assertThat(response.content().equals(round.content())).as(what).isTrue();
    }

    private static void assertWholeOrVisiblyNot(ReceivedResponse response, Round round, String what) {
        if (response.whole() && response.status() != 502) {
            assertWhole(response, round, what);
        }
    }

    /** One abort: of a response so long and so framed, at that byte of its content, in that way, before so many others. */
    private record Round(int length, boolean chunked, int offset, TransferEnd how, int followers) {

        static Round next(Random random) {
            int length = 1 + random.nextInt(random.nextInt(4) == 0 ? 200_000 : 5_000);
            int offset = random.nextInt(length + 1);
            TransferEnd how = random.nextBoolean() ? TransferEnd.FIN : TransferEnd.RESET;
            return new Round(length, random.nextBoolean(), offset, how, random.nextInt(3) * random.nextInt(3));
        }

        ResponseScript script(OriginLatch gate) {
            ResponseScript script =
                    ResponseScript.status(200, "Cache-Control", "max-age=60", "ETag", "\"" + length + "\"");
            String content = content();
            if (offset > 0) {
                script.part(content.substring(0, offset));
            }
            script.gate(gate);
            if (offset < length) {
                script.part(content.substring(offset));
            }
            return chunked ? script.chunked() : script;
        }

        long share(long wireLength) {
            return wireLength * offset / length;
        }

        String content() {
            return "0123456789abcdefghijklmnopqrstuvwxyz!"
                    .repeat(length / 37 + 1)
                    .substring(0, length);
        }
    }
}

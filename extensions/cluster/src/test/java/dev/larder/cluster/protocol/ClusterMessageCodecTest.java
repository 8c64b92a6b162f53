package dev.larder.cluster.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.invalidation.EpochSnapshot;
import dev.larder.invalidation.PendingWriteMarker;
import dev.larder.invalidation.PendingWriteTags;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What one member writes another reads, of this version and of those before; what is no message is none. */
class ClusterMessageCodecTest {

    private static final UUID A = new UUID(1, 2);
    private static final UUID B = new UUID(3, 4);
    private static final TagIds TAGS = new TagIds(5, -6);

    static Stream<ClusterMessage> messages() {
        var state = EpochSnapshot.restore(64, new EpochSnapshot.Marks(9, 7, 8), new int[] {0, 63}, new long[] {9, 8});
        return Stream.of(
                new ClusterMessage.Heartbeat(
                        A,
                        "127.0.0.1:5701",
                        3,
                        new ClusterMessage.MemberMode(true, true, 5),
                        new PublicationProgress(7, 9),
                        List.of(new ClusterMessage.PeerState(B, -1, 0, true))),
                new ClusterMessage.Published(A, 1, new ClusterPublication.MemberWriteStart(11, TAGS)),
                new ClusterMessage.Published(A, 8, new ClusterPublication.MemberWriteStart(12, new TagIds(7), TAGS)),
                new ClusterMessage.Published(
                        A,
                        2,
                        new ClusterPublication.MemberWriteEnd(
                                11, List.of(new PublicationProgress.OfMember(B, new PublicationProgress(4, 5))))),
                new ClusterMessage.Published(A, 3, new ClusterPublication.EpochAdvance(12, TAGS)),
                new ClusterMessage.Published(A, 4, new ClusterPublication.FullEpochAdvance(13)),
                new ClusterMessage.Published(A, 5, new ClusterPublication.FillBarrier(14)),
                new ClusterMessage.Published(A, 6, new ClusterPublication.MemberLeave()),
                new ClusterMessage.Published(
                        A, 7, new ClusterPublication.PendingWriteNotice(B, 4, PendingWriteMarker.Extent.MORE, TAGS)),
                new ClusterMessage.Ack(A, 6, new PublicationProgress(1, 14)),
                new ClusterMessage.Snapshot(
                        A,
                        new PublicationProgress(6, 14),
                        state,
                        List.of(
                                new ClusterPublication.MemberWriteStart(15, TAGS),
                                new ClusterPublication.MemberWriteStart(16, new TagIds(), TAGS)),
                        List.of()),
                new ClusterMessage.Snapshot(
                        A,
                        new PublicationProgress(6, 14),
                        state,
                        List.of(),
                        List.of(new PendingWriteTags(B, 4, Set.of(5L, -6L)))));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void decodesEncodedMessages(ClusterMessage message) {
        assertThat(ClusterMessageCodec.decode(ClusterMessageCodec.encode(message)))
                .contains(message);
    }

    @ParameterizedTest
    @MethodSource("messages")
    void rejectsTruncatedMessagesAndTrailingBytes(ClusterMessage message) {
        byte[] whole = ClusterMessageCodec.encode(message);
        for (int length = 0; length < whole.length; length++) {
            assertThat(ClusterMessageCodec.decode(java.util.Arrays.copyOf(whole, length)))
                    .isEmpty();
        }
        assertThat(ClusterMessageCodec.decode(java.util.Arrays.copyOf(whole, whole.length + 1)))
                .isEmpty();
    }

    @Test
    @Tag("hardening-C")
    void rejectsMessagesOfVersions1To3() {
        assertThat(ClusterMessageCodec.decode(HexFormat.of().parseHex("01" + BEATS)))
                .isEmpty();
        assertThat(ClusterMessageCodec.decode(HexFormat.of().parseHex("02" + PUBLISHED)))
                .isEmpty();
        assertThat(ClusterMessageCodec.decode(HexFormat.of().parseHex("01" + PUBLISHED)))
                .isEmpty();
        assertThat(ClusterMessageCodec.decode(HexFormat.of().parseHex("03" + PUBLISHED)))
                .isEmpty();
    }

    @Test
    @Tag("hardening-C")
    void decodesMessagesOfVersion4() {
        assertThat(ClusterMessageCodec.decode(HexFormat.of().parseHex("04" + BEATS)))
                .contains(messages().findFirst().orElseThrow());
        assertThat(ClusterMessageCodec.decode(HexFormat.of().parseHex("04" + PUBLISHED)))
                .contains(new ClusterMessage.Published(A, 3, new ClusterPublication.EpochAdvance(12, TAGS)));
    }

    private static final String BEATS =
            "010000000000000001000000000000000200" + "0e3132372e302e302e313a353730310000000000000003"
                    + "01010000000000000005" + "00000000000000070000000000000009000000010000000000000003"
                    + "0000000000000004ffffffffffffffff000000000000000001";

    private static final String PUBLISHED = "0200000000000000010000000000000002000000000000000303"
            + "000000000000000c000000020000000000000005fffffffffffffffa";

    @Test
    void rejectsLaterVersionsAndUnknownMessageTypes() {
        byte[] later = ClusterMessageCodec.encode(new ClusterMessage.Ack(A, 6, new PublicationProgress(1, 14)));
        later[0] = 5;
        assertThat(ClusterMessageCodec.decode(later)).isEmpty();
        later[0] = 4;
        later[1] = 99;
        assertThat(ClusterMessageCodec.decode(later)).isEmpty();
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            byte[] noise = new byte[random.nextInt(80)];
            random.nextBytes(noise);
            if (noise.length > 1) {
                noise[0] = 4;
                noise[1] = (byte) (1 + random.nextInt(4));
            }
            ClusterMessageCodec.decode(noise);
        }
    }
}

package dev.larder.cluster.bus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cluster.protocol.MemberStatus;
import dev.larder.cluster.protocol.MemberStatus.PeerStatus;
import dev.larder.cluster.protocol.MemberStatus.Silence;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SilentMembersTest {

    private static final String OTHER = "10.0.0.2:5701";

    private final SilentMembers members = new SilentMembers();

    @Test
    void reportsOnceThatMemberIsSilentAndOnceThatItIsHeardAgain() {
        assertThat(members.changes(status(true, true, Silence.NONE))).isEmpty();
        assertThat(members.changes(status(true, false, Silence.LONG)))
                .singleElement()
                .asString()
                .contains(OTHER + " of the cluster is silent.");
        assertThat(members.changes(status(true, false, Silence.LONG))).isEmpty();
        assertThat(members.changes(status(true, true, Silence.NONE)))
                .singleElement()
                .asString()
                .contains(OTHER + " of the cluster is silent no more");
        assertThat(members.changes(status(true, true, Silence.NONE))).isEmpty();
    }

    @Test
    void reportsNoSilenceBeforeJoiningAndNoShortSilence() {
        assertThat(members.changes(status(false, false, Silence.LONG))).isEmpty();
        assertThat(members.changes(status(true, true, Silence.SHORT))).isEmpty();
    }

    private static MemberStatus status(boolean joined, boolean leases, Silence silence) {
        return new MemberStatus(
                UUID.randomUUID(),
                "10.0.0.1:5701",
                joined,
                true,
                List.of(new PeerStatus(UUID.randomUUID(), OTHER, leases, true, silence)));
    }
}

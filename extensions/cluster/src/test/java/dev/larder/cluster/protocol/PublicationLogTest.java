package dev.larder.cluster.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What others may have missed is kept, within a bound. */
class PublicationLogTest {

    private final PublicationLog log = new PublicationLog();

    private void add(int times) {
        for (int i = 0; i < times; i++) {
            log.add(new ClusterMessage.Published(new UUID(1, 2), log.next(), new ClusterPublication.MemberLeave()), 0);
        }
    }

    @Test
    void keepsLast10000Publications() {
        assertThat(log.head()).isZero();
        add(10_000);
        assertThat(log.head()).isEqualTo(10_000);
        assertThat(log.containsAllAfter(0)).isTrue();
        add(1);
        assertThat(log.containsAllAfter(0)).isFalse();
        assertThat(log.containsAllAfter(1)).isTrue();
        assertThat(log.after(0, 0).get(0).number()).isEqualTo(2);
    }

    @Test
    void forgetUpToDiscardsEarlierPublications() {
        add(3);
        log.forgetUpTo(2);
        assertThat(log.containsAllAfter(1)).isFalse();
        assertThat(log.containsAllAfter(2)).isTrue();
        assertThat(log.after(2, 0)).hasSize(1);
        log.forgetUpTo(3);
        assertThat(log.containsAllAfter(3)).isTrue();
        assertThat(log.containsAllAfter(2)).isFalse();
        assertThat(log.head()).isEqualTo(3);
    }
}

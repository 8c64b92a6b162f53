package dev.larder.soak.origin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class VersionedContentTest {

    private static final String KEY = "/varied/1|agent";
    private static final byte[] CONTENT = VersionedContent.of(KEY, 3, 5_000);

    @Test
    void validContentHasNoFault() {
        assertThat(VersionedContent.fault(CONTENT, KEY, 3, 3)).isEmpty();
        assertThat(VersionedContent.fault(CONTENT, KEY, 1, 5)).isEmpty();
    }

    @Test
    void detectsContentOfAnotherKey() {
        assertThat(VersionedContent.fault(CONTENT, "/varied/1|other", 3, 3))
                .hasValueSatisfying(fault -> assertThat(fault).contains(KEY));
    }

    @Test
    void detectsVersionsOutsideExpectedRange() {
        assertThat(VersionedContent.fault(CONTENT, KEY, 4, 5)).isPresent();
        assertThat(VersionedContent.fault(CONTENT, KEY, 1, 2)).isPresent();
    }

    @Test
    void detectsFlippedBitAtAnyPosition() {
        for (var at = 0; at < CONTENT.length; at += 7) {
            var flipped = CONTENT.clone();
            flipped[at] ^= 0x10;
            assertThat(VersionedContent.fault(flipped, KEY, 3, 3))
                    .as("byte %d", at)
                    .isPresent();
        }
    }

    @Test
    void detectsTruncatedContent() {
        for (var length : new int[] {0, 10, 1_000, CONTENT.length - 1}) {
            assertThat(VersionedContent.fault(Arrays.copyOf(CONTENT, length), KEY, 3, 3))
                    .isPresent();
        }
    }
}

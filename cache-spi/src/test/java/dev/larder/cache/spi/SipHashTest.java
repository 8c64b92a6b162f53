package dev.larder.cache.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SipHashTest {

    /** The vector of 15 bytes is that of the paper's appendix A, the others are of its reference implementation. */
    @ParameterizedTest
    @CsvSource({
        "0, 726fdb47dd0e0e31",
        "1, 74f839c593dc67fd",
        "7, ab0200f58b01d137",
        "8, 93f5f5799a932462",
        "15, a129ca6149be45e5",
        "63, 958a324ceb064572"
    })
    @org.junit.jupiter.api.Tag("hardening-X8")
    void matchesReferenceTestVectors(int length, String expected) {
        var bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) i;
        }
        long hash = SipHash.of(0x0706_0504_0302_0100L, 0x0f0e_0d0c_0b0a_0908L, bytes);
        assertThat(Long.toHexString(hash)).isEqualTo(expected);
    }
}

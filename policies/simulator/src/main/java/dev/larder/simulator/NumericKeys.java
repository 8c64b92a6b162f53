package dev.larder.simulator;

import java.util.function.IntUnaryOperator;

/** Maps keys to 64-bit numbers: a decimal number to itself, any other name to its hash. */
final class NumericKeys {

    private static final int DECIMAL_DIGITS = 18;

    private NumericKeys() {}

    /** Returns the key between two positions of a line. */
    static long parse(ByteLineReader line, int from, int to) {
        long number = decimal(line, from, to);
        return number >= 0 ? number : hash(from, to, line::at);
    }

    /** Returns the key of this name. */
    static long of(String name) {
        return hash(0, name.length(), name::charAt);
    }

    /** Returns the number if it is in canonical form, or -1: "7" and "07" are two keys. */
    private static long decimal(ByteLineReader line, int from, int to) {
        if (to - from > DECIMAL_DIGITS || (line.at(from) == '0' && to - from > 1)) {
            return -1;
        }
        long number = 0;
        for (int i = from; i < to; i++) {
            int digit = line.at(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = 10 * number + digit;
        }
        return number;
    }

    private static long hash(int from, int to, IntUnaryOperator character) {
        long hash = 0xcbf2_9ce4_8422_2325L;
        for (int i = from; i < to; i++) {
            hash = (hash ^ character.applyAsInt(i)) * 0x100_0000_01b3L; // FNV-1a
        }
        return finish(hash);
    }

    /** Mixes the hash and keeps it distinct from the numbers. */
    private static long finish(long hash) {
        long mixed = (hash ^ (hash >>> 32)) * 0xd6e8_feb8_6659_fd93L;
        return (mixed ^ (mixed >>> 32)) | Long.MIN_VALUE;
    }
}

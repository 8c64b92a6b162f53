package dev.larder.fuzz;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** What may happen to octets that somebody keeps or sends: so inputs begin near to what is right. */
public final class OctetMutations {

    private static final int MOST = 16;
    private static final int[] NUMBERS = {0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 1 << 16, 255, 256};

    private OctetMutations() {}

    /** Edits them as the input says, as long as it says anything. */
    public static byte[] apply(byte[] right, FuzzInput input) {
        byte[] edited = right.clone();
        for (int i = 0; i < MOST && input.hasMore(); i++) {
            edited = edit(edited, input);
        }
        return edited;
    }

    private static byte[] edit(byte[] octets, FuzzInput input) {
        int what = input.below(6);
        int at = input.below(Math.max(0x101, octets.length + 1)) % (octets.length + 1);
        return switch (what) {
            case 0 -> replaced(octets, at, (byte) input.octet());
            case 1 -> at == octets.length ? octets : replaced(octets, at, (byte) (octets[at] ^ 1 << input.below(8)));
            case 2 -> inserted(octets, at, input.bytes());
            case 3 -> deleted(octets, at, input.octet());
            case 4 -> Arrays.copyOf(octets, at);
            default -> numbered(octets, at, NUMBERS[input.below(NUMBERS.length)]);
        };
    }

    private static byte[] replaced(byte[] octets, int at, byte octet) {
        if (at < octets.length) {
            octets[at] = octet;
        }
        return octets;
    }

    private static byte[] inserted(byte[] octets, int at, byte[] more) {
        byte[] result = new byte[octets.length + more.length];
        ByteBuffer.wrap(result).put(octets, 0, at).put(more).put(octets, at, octets.length - at);
        return result;
    }

    private static byte[] deleted(byte[] octets, int at, int count) {
        int end = Math.min(octets.length, at + count);
        byte[] result = new byte[octets.length - (end - at)];
        ByteBuffer.wrap(result).put(octets, 0, at).put(octets, end, octets.length - end);
        return result;
    }

    private static byte[] numbered(byte[] octets, int at, int number) {
        if (at + Integer.BYTES <= octets.length) {
            ByteBuffer.wrap(octets).putInt(at, number);
        }
        return octets;
    }
}

package dev.larder.rfc9111;

import java.util.Random;
import java.util.function.Consumer;

/** Seeded random field values; a failure names the seed and the value. */
final class RandomText {

    private static final long SEED = 9111;
    private static final int LONGEST = 60;

    private RandomText() {}

    /** Shows a check so many texts made of these characters, and of any Latin-1 character now and then. */
    static void each(int times, String alphabet, Consumer<String> check) {
        Random random = new Random(SEED);
        for (int i = 0; i < times; i++) {
            String text = next(random, alphabet);
            try {
                check.accept(text);
            } catch (RuntimeException | AssertionError failure) {
                throw new AssertionError("seed " + SEED + ", round " + i + ", text <" + text + ">", failure);
            }
        }
    }

    /** Shows a check values put together from pieces, as fields are. */
    static void joined(int times, String[] pieces, Consumer<String> check) {
        Random random = new Random(SEED);
        for (int i = 0; i < times; i++) {
            StringBuilder text = new StringBuilder();
            for (int piece = random.nextInt(8); piece >= 0; piece--) {
                text.append(pieces[random.nextInt(pieces.length)]);
            }
            try {
                check.accept(text.toString());
            } catch (RuntimeException | AssertionError failure) {
                throw new AssertionError("seed " + SEED + ", round " + i + ", text <" + text + ">", failure);
            }
        }
    }

    private static String next(Random random, String alphabet) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(LONGEST); length > 0; length--) {
            boolean stranger = random.nextInt(20) == 0;
            text.append(stranger ? (char) random.nextInt(256) : alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }
}

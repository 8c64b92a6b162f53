package dev.larder.experiments.traffic;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** The RPC study's documents and its two patterns. */
public final class RpcStudyDocuments {

    /** Requests of one run. */
    public static final int REQUESTS = 500;

    private static final int COUNT = 50;
    private static final int TOTAL = 6_000_000;
    private static final double SIGMA = 0.76;
    private static final int PERIOD = 50;

    /** The order in which documents are asked for. */
    public enum Pattern {
        /** Each as likely as any other. */
        RANDOM,
        /** Every third request is for one document, every fifth for a second, every seventh for a third, drawn anew every 50. */
        STAGGERED
    }

    private final int[] sizes;

    /** Fifty documents of 6 MB together, the same for every seed. */
    public RpcStudyDocuments() {
        var random = new Random(2);
        var drawn = IntStream.range(0, COUNT)
                .mapToDouble(any -> Math.exp(SIGMA * random.nextGaussian()))
                .toArray();
        var sum = Arrays.stream(drawn).sum();
        sizes = IntStream.range(0, COUNT)
                .map(document -> (int) (drawn[document] / sum * TOTAL))
                .toArray();
    }

    /** One run. */
    public Iterator<ExperimentRequest> calls(Pattern pattern, String prefix, long seed, String parameters) {
        var random = new Random(seed);
        var document = pattern == Pattern.RANDOM ? uniform(random) : staggered(random);
        return IntStream.range(0, REQUESTS)
                .map(document)
                .mapToObj(number -> ExperimentRequest.get(
                        "/items-" + prefix + "/" + number + "?size=" + sizes[number] + "&" + parameters, sizes[number]))
                .iterator();
    }

    private static IntUnaryOperator uniform(Random random) {
        return request -> random.nextInt(COUNT);
    }

    private static IntUnaryOperator staggered(Random random) {
        var chosen = new int[3];
        return request -> {
            if (request % PERIOD == 0) {
                redraw(chosen, random);
            }
            var nth = request + 1;
            if (nth % 7 == 0) {
                return chosen[2];
            }
            if (nth % 5 == 0) {
                return chosen[1];
            }
            return nth % 3 == 0 ? chosen[0] : random.nextInt(COUNT);
        };
    }

    private static void redraw(int[] chosen, Random random) {
        var three = random.ints(0, COUNT).distinct().limit(chosen.length).toArray();
        System.arraycopy(three, 0, chosen, 0, chosen.length);
    }
}

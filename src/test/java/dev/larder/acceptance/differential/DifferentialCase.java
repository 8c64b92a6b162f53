package dev.larder.acceptance.differential;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** The same octets to all three, and what is wrong with Larder's part in it. */
record DifferentialCase(ComparedGateway larder, ComparedGateway nginx, ComparedGateway varnish) {

    private static final List<Integer> PATIENCE = List.of(300, 1_500, 6_000);
    private static final String LAST =
            "GET /last" + CaseMarker.PLACE + " HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n";
    private static final Set<Fault> OF_REFUSALS = Set.of(Fault.ACCEPTED_ALONE, Fault.MORE_REQUESTS);
    private static final AtomicInteger MARKS = new AtomicInteger(100_000_000);

    /** What may not be. */
    enum Fault {
        /** Larder serves something, the two others nothing. */
        ACCEPTED_ALONE,
        /** The origin behind Larder got more requests than either of the others. */
        MORE_REQUESTS,
        /** The origin was asked for something by Larder whose answer the client did not get. */
        UNANSWERED,
        /** The two others are of one mind on what the origin is asked, and Larder is of another. */
        READ_OTHERWISE
    }

    /** What the three made of a case. */
    record Result(ProxyOutcome larder, ProxyOutcome nginx, ProxyOutcome varnish) {

        /** What is wrong with it. */
        Optional<Fault> fault() {
            int most = Math.max(nginx.whole().size(), varnish.whole().size());
            boolean waiting = nginx.silent() || varnish.silent();
            if (larder.accepted() && nginx.refused() && varnish.refused()) {
                return Optional.of(Fault.ACCEPTED_ALONE);
            }
            if (larder.whole().size() > most && !waiting) {
                return Optional.of(Fault.MORE_REQUESTS);
            }
            if (larder.unanswered()) {
                return Optional.of(Fault.UNANSWERED);
            }
            List<String> read = larder.meanings();
            boolean otherwise = !read.isEmpty()
                    && read.size() == most
                    && nginx.meanings().equals(varnish.meanings())
                    && !read.equals(nginx.meanings());
            return otherwise ? Optional.of(Fault.READ_OTHERWISE) : Optional.empty();
        }

        /** Whether haste may have made it so: some are slow to refuse, and some to serve. */
        private boolean doubtful() {
            boolean waiting = nginx.silent() || varnish.silent();
            int most = Math.max(nginx.whole().size(), varnish.whole().size());
            return fault().isPresent()
                    || (waiting && larder.accepted() && larder.whole().size() >= most)
                    || (larder.silent() && !waiting);
        }

        /** What is wrong and what the three said, as one who looks for more of the same would have it. */
        String kind() {
            return fault().map(Enum::name).orElse("nothing") + " larder=" + larder.statuses() + " nginx="
                    + nginx.statuses() + " varnish=" + varnish.statuses();
        }
    }

    /**
     * Sends it to each, and behind it a request that asks for the end of the connection. What is permitted and yet refused by
     * one of the others is no part of a fault.
     */
    Result of(String octets) {
        String all = octets + LAST;
        Result result = patiently(all);
        String plain = PermittedDifferences.without(all);
        boolean refused = result.fault().filter(OF_REFUSALS::contains).isPresent();
        return refused && !plain.equals(all) ? patiently(plain) : result;
    }

    /** What could be judged otherwise with more time gets more. */
    private Result patiently(String octets) {
        Result result = of(octets, PATIENCE.get(0));
        for (int i = 1; i < PATIENCE.size() && result.doubtful(); i++) {
            result = of(octets, PATIENCE.get(i));
        }
        return result;
    }

    /** Each time with another mark: what arrives late of an earlier time does not count. */
    private Result of(String octets, int patience) {
        int number = MARKS.getAndIncrement();
        String marked = octets.replace(CaseMarker.PLACE, CaseMarker.of(number));
        return new Result(
                larder.send(number, marked, patience),
                nginx.send(number, marked, patience),
                varnish.send(number, marked, patience));
    }

    /** The shortest octets, as far as leaving out finds them, in which the same is wrong. */
    String shrink(String octets) {
        Optional<Fault> fault = of(octets).fault();
        String shortest = octets;
        for (int piece = octets.length() / 2; piece > 0; piece /= 2) {
            for (int at = 0; at + piece <= shortest.length(); ) {
                String shorter = shortest.substring(0, at) + shortest.substring(at + piece);
                if (fault.isPresent() && of(shorter).fault().equals(fault)) {
                    shortest = shorter;
                } else {
                    at += piece;
                }
            }
        }
        return shortest;
    }
}

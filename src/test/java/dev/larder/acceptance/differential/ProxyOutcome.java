package dev.larder.acceptance.differential;

import java.util.ArrayList;
import java.util.List;

/**
 * What became of the octets of a case behind one gateway.
 *
 * @param statuses of the final responses that the client got
 * @param answered serials of the requests that the origin's answers to the client were for
 * @param seen what the origin was asked for it
 * @param silent whether the gateway went on waiting, or did not end the connection
 */
record ProxyOutcome(List<Integer> statuses, List<Integer> answered, List<RequestAtOrigin> seen, boolean silent) {

    /** Requests that reached the origin from their beginning to their end. */
    List<RequestAtOrigin> whole() {
        return seen.stream().filter(RequestAtOrigin::whole).toList();
    }

    /** Whether anything was served. */
    boolean accepted() {
        return !whole().isEmpty() || (!statuses.isEmpty() && statuses.get(0) < 400);
    }

    /** Whether nothing was served, and the gateway has made up its mind. */
    boolean refused() {
        return !accepted() && !silent;
    }

    /** What the requests mean that reached the origin. */
    List<String> meanings() {
        return whole().stream().map(RequestAtOrigin::meaning).toList();
    }

    /** Whether the origin was asked for more than the client got answers to. */
    boolean unanswered() {
        return !silent && whole().stream().anyMatch(seen -> !answered.contains(seen.serial()));
    }

    @Override
    public String toString() {
        List<Object> said = new ArrayList<>(statuses);
        if (silent) {
            said.add("silence");
        }
        return said + " " + meanings();
    }
}

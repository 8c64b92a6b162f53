package dev.larder.simulator.cluster;

/**
 * The cost of a message, in nanoseconds.
 *
 * @param oneWay median time of a message between two members of one machine, including its handling at both ends
 * @param cpu processor time to send or to receive a message
 * @param record processor time for each record in a message
 * @param network additional one-way latency between two machines, median
 * @param jitter standard deviation of the logarithm of the transmission time
 * @param get round trip of a read from another member of one machine, median
 */
public record MessageCosts(long oneWay, long cpu, long record, long network, double jitter, long get) {

    /** Checks that no cost is negative. */
    public MessageCosts {
        ArgumentCheck.that(oneWay >= 0 && cpu >= 0 && record >= 0, "costs of messages of at least 0");
        ArgumentCheck.that(network >= 0 && get >= 0, "times of the network of at least 0");
        ArgumentCheck.that(jitter >= 0 && jitter <= 3, "a jitter from 0 to 3");
    }

    /** Returns the median time between the end of sending and the start of receiving. */
    long wire() {
        return Math.max(0, oneWay - 2 * cpu) + network;
    }

    /** Returns the processor time to send or to receive a message of this many records. */
    long handling(long records) {
        return cpu + records * record;
    }

    /** Returns the round trip of a read from a member on another machine. */
    public long remoteGet() {
        return get + 2 * network;
    }
}

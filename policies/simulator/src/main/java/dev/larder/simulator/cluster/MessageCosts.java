package dev.larder.simulator.cluster;

/**
 * What a message costs, in nanoseconds.
 *
 * @param oneWay median time of a message between two members of one machine, its handling at both ends included
 * @param cpu processor time to send or to receive a message
 * @param record processor time for each record in a message
 * @param network what a way between two machines takes beyond that, median
 * @param jitter standard deviation of the logarithm of what a message takes on its way
 * @param get round trip of a read from another member of one machine, median
 */
public record MessageCosts(long oneWay, long cpu, long record, long network, double jitter, long get) {

    /** Checks that nothing is negative. */
    public MessageCosts {
        ArgumentCheck.that(oneWay >= 0 && cpu >= 0 && record >= 0, "costs of messages of at least 0");
        ArgumentCheck.that(network >= 0 && get >= 0, "times of the network of at least 0");
        ArgumentCheck.that(jitter >= 0 && jitter <= 3, "a jitter from 0 to 3");
    }

    /** Median time between the end of sending and the begin of receiving. */
    long wire() {
        return Math.max(0, oneWay - 2 * cpu) + network;
    }

    /** Processor time to send or to receive a message of so many records. */
    long handling(long records) {
        return cpu + records * record;
    }

    /** Round trip of a read from a member on another machine. */
    public long remoteGet() {
        return get + 2 * network;
    }
}

package dev.larder.acceptance.cluster;

import java.net.InetAddress;
import java.util.Set;

/** What three members, their clients and their origin talk over. */
interface ClusterNetwork extends AutoCloseable {

    /** How many members there are. */
    int SIZE = 3;

    /** Where that member runs, counted from 0. */
    MemberAddresses place(int member);

    /** Where the origin listens. */
    InetAddress origin();

    /** Whether links between members can be cut. */
    boolean divisible();

    /** Cuts those members off from all others: packets vanish; clients and the origin still reach them. */
    void cut(Set<Integer> members);

    /** Has those members no longer reach one another, while all others and they still do. */
    void estrange(Set<Integer> members);

    /** Has nothing arrive that this member sends to others, while it still hears them. */
    void mute(int member);

    /** Mends all links. */
    void mend();

    /** Removes it. */
    @Override
    void close();
}

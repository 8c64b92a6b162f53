package dev.larder.acceptance.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/** The faults that can befall a cluster, in turns, with random victims and lengths. */
final class ClusterFaults {

    private static final long LEASE = ThreeMemberCluster.LEASE.toMillis();

    private final ThreeMemberCluster cluster;
    private final Random random;
    private final List<Supplier<ClusterFault>> kinds = new ArrayList<>();
    private int turn;

    ClusterFaults(ThreeMemberCluster cluster, Random random) {
        this.cluster = cluster;
        this.random = random;
        kinds.addAll(
                cluster.net().divisible()
                        ? List.of(this::oneApart, this::blip, this::allApart, this::strangers, this::mute)
                        : List.of(this::pause, this::hiccup));
        kinds.addAll(List.of(this::pause, this::hiccup, this::kill));
    }

    /** The next one. */
    ClusterFault next() {
        return kinds.get(turn++ % kinds.size()).get();
    }

    /** A member stands still for longer than its lease, as in a very long collection of garbage. */
    private ClusterFault pause() {
        MemberProcess member = member();
        return new ClusterFault(
                "pause of " + member.number(),
                member.number(),
                between(LEASE + 1_200, LEASE + 2_500),
                member::stop,
                member::resume);
    }

    /** A member stands still for a moment: whatever is sent to it comes late. */
    private ClusterFault hiccup() {
        MemberProcess member = member();
        return new ClusterFault(
                "hiccup of " + member.number(),
                member.number(),
                between(200, LEASE - 300),
                member::stop,
                member::resume);
    }

    /** A member is lost with all it knew, and comes back. */
    private ClusterFault kill() {
        MemberProcess member = member();
        return new ClusterFault(
                "kill -9 of " + member.number(), member.number(), between(0, 1_500), member::kill, member::revive);
    }

    private ClusterFault oneApart() {
        int one = random.nextInt(ClusterNetwork.SIZE);
        return cut("partition {" + one + "} from the others", List.of(one), between(3_000, 5_000));
    }

    private ClusterFault allApart() {
        return cut("partition of all three", shuffled(), between(3_000, 5_000));
    }

    /** A short interruption of links: what is under way comes late. */
    private ClusterFault blip() {
        List<Integer> some = shuffled().subList(0, random.nextBoolean() ? ClusterNetwork.SIZE : 1);
        return cut("blip of " + some, some, between(100, 800));
    }

    /** Two members lose one another, and the third still reaches both. */
    private ClusterFault strangers() {
        List<Integer> two = shuffled().subList(0, 2);
        ClusterNetwork net = cluster.net();
        Runnable strike = () -> net.estrange(Set.copyOf(two));
        return new ClusterFault("partition between " + two, two.get(0), between(3_000, 5_000), strike, net::mend);
    }

    /** A member hears the others and is not heard. */
    private ClusterFault mute() {
        int one = random.nextInt(ClusterNetwork.SIZE);
        ClusterNetwork net = cluster.net();
        return new ClusterFault("mute " + one, one, between(3_000, 5_000), () -> net.mute(one), net::mend);
    }

    private ClusterFault cut(String name, List<Integer> members, Duration time) {
        Runnable strike = () -> cluster.net().cut(Set.copyOf(members));
        return new ClusterFault(name, members.get(0), time, strike, cluster.net()::mend);
    }

    private List<Integer> shuffled() {
        List<Integer> members = new ArrayList<>(List.of(0, 1, 2));
        Collections.shuffle(members, random);
        return members;
    }

    private MemberProcess member() {
        return cluster.member(random.nextInt(ClusterNetwork.SIZE));
    }

    private Duration between(long least, long most) {
        return Duration.ofMillis(random.nextLong(least, most));
    }
}

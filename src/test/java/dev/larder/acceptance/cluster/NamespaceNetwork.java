package dev.larder.acceptance.cluster;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A network namespace for each member, with a link to a bridge for clients and the origin, where this JVM has an address,
 * and a link to a bridge for members alone. Only root can have one. A link that is down loses packets without a word.
 */
final class NamespaceNetwork implements ClusterNetwork {

    private static final int HERE = 100;
    private static final int BEHIND = 128;
    private static final String INSIDE = "c";
    private static final String NOBODY = "02:00:00:00:00:01";

    private final long pid = ProcessHandle.current().pid();
    private final String name = "l" + Long.toString(pid, 36);
    private final String subnet = "10." + (64 + pid % 64) + "." + pid / 64 % 256 + ".";
    private final List<Integer> muted = new ArrayList<>();
    private final Thread atExit = new Thread(this::remove);

    /** Makes it; whatever is there of it is removed if that fails, and at the latest when this JVM ends. */
    NamespaceNetwork() {
        Runtime.getRuntime().addShutdownHook(atExit);
        try {
            bridge(service());
            SystemCommands.run("ip address add " + subnet + HERE + "/25 dev " + service());
            bridge(link());
            for (int member = 0; member < SIZE; member++) {
                join(member);
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    @Override
    public MemberAddresses place(int member) {
        return new MemberAddresses(
                List.of("ip", "netns", "exec", space(member)),
                address(1 + member),
                8080,
                8081,
                address(BEHIND + 1 + member),
                5701);
    }

    @Override
    public InetAddress origin() {
        return address(HERE);
    }

    @Override
    public boolean divisible() {
        return true;
    }

    @Override
    public void cut(Set<Integer> members) {
        members.forEach(member -> SystemCommands.run("ip link set " + link() + member + " down"));
    }

    @Override
    public void estrange(Set<Integer> members) {
        members.forEach(member -> isolate(member, "on"));
    }

    /** Teaches it the hardware address of nobody for each of the others. */
    @Override
    public void mute(int member) {
        muted.add(member);
        others(member)
                .forEach(other -> SystemCommands.run(
                        neighbour(member, "replace", other) + " lladdr " + NOBODY + " nud permanent"));
    }

    @Override
    public void mend() {
        muted.forEach(
                member -> others(member).forEach(other -> SystemCommands.run(neighbour(member, "delete", other))));
        muted.clear();
        for (int member = 0; member < SIZE; member++) {
            isolate(member, "off");
            SystemCommands.run("ip link set " + link() + member + " up");
        }
    }

    @Override
    public void close() {
        remove();
        Runtime.getRuntime().removeShutdownHook(atExit);
    }

    private String neighbour(int member, String what, int other) {
        return "ip -n " + space(member) + " neighbour " + what + " "
                + place(other).link().getHostAddress() + " dev " + INSIDE;
    }

    private static List<Integer> others(int member) {
        return IntStream.range(0, SIZE).filter(other -> other != member).boxed().toList();
    }

    private void isolate(int member, String onOrOff) {
        SystemCommands.run("ip link set dev " + link() + member + " type bridge_slave isolated " + onOrOff);
    }

    private static void bridge(String bridge) {
        SystemCommands.run("ip link add " + bridge + " type bridge forward_delay 0");
        SystemCommands.run("ip link set " + bridge + " up");
    }

    private void join(int member) {
        SystemCommands.run("ip netns add " + space(member));
        SystemCommands.run("ip -n " + space(member) + " link set lo up");
        connect(member, service(), "s", 1 + member);
        connect(member, link(), INSIDE, BEHIND + 1 + member);
    }

    private void connect(int member, String bridge, String inside, int host) {
        String space = space(member);
        SystemCommands.run("ip link add " + bridge + member + " type veth peer name " + inside + " netns " + space);
        SystemCommands.run("ip link set " + bridge + member + " master " + bridge + " up");
        SystemCommands.run("ip -n " + space + " address add " + subnet + host + "/25 dev " + inside);
        SystemCommands.run("ip -n " + space + " link set " + inside + " up");
    }

    /** Removes what is there: a link goes with the namespace that holds its other end. */
    private void remove() {
        IntStream.range(0, SIZE).forEach(member -> attempt("ip netns delete " + space(member)));
        attempt("ip link delete " + service());
        attempt("ip link delete " + link());
    }

    private static void attempt(String command) {
        try {
            SystemCommands.run(command);
        } catch (IllegalStateException e) {
            // It was never made, or is gone already.
        }
    }

    private String service() {
        return name + "s";
    }

    private String link() {
        return name + "c";
    }

    private String space(int member) {
        return name + "n" + member;
    }

    private InetAddress address(int host) {
        try {
            return InetAddress.getByName(subnet + host);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }
}

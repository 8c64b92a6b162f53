package dev.larder.acceptance.cluster;

import dev.larder.acceptance.kit.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The loopback, whose links cannot be cut. Nobody takes the port of a member that is about to come back: see {@link FreePorts}. */
final class LoopbackNetwork implements ClusterNetwork {

    private final List<MemberAddresses> places;

    LoopbackNetwork() {
        places = Stream.generate(() -> new MemberAddresses(
                        List.of(),
                        InetAddress.getLoopbackAddress(),
                        free(),
                        free(),
                        InetAddress.getLoopbackAddress(),
                        free()))
                .limit(SIZE)
                .toList();
    }

    @Override
    public MemberAddresses place(int member) {
        return places.get(member);
    }

    @Override
    public InetAddress origin() {
        return InetAddress.getLoopbackAddress();
    }

    @Override
    public boolean divisible() {
        return false;
    }

    @Override
    public void cut(Set<Integer> members) {
        throw new IllegalStateException("the loopback cannot be cut");
    }

    @Override
    public void estrange(Set<Integer> members) {
        cut(members);
    }

    @Override
    public void mute(int member) {
        cut(Set.of(member));
    }

    @Override
    public void mend() {}

    @Override
    public void close() {}

    private static int free() {
        try {
            return FreePorts.free();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

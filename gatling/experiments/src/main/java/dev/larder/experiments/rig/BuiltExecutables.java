package dev.larder.experiments.rig;

import dev.larder.compare.peer.JavaCommandLine;
import java.nio.file.Path;
import java.util.List;

/**
 * The executables of this build.
 *
 * @param root of the repository
 * @param options of every virtual machine
 */
public record BuiltExecutables(Path root, List<String> options) {

    /** Larder's executable. */
    public Path larder() {
        return root.resolve("gateway/target/larder-gateway-exec.jar");
    }

    /** The gateway without a cache. */
    public Path bareGateway() {
        return root.resolve("gatling/compare/bare-gateway/target/bare-gateway-exec.jar");
    }

    /** The simulator of policies. */
    public Path simulator() {
        return root.resolve("policies/simulator/target/larder-simulator.jar");
    }

    /** Where the experiment with buffered writes was built. */
    public Path bufferedWrites() {
        return root.resolve("src/test/buffered-writes/target");
    }

    /** How they are started. */
    public JavaCommandLine java() {
        return new JavaCommandLine(options, larder(), bareGateway(), bareGateway(), bareGateway());
    }
}

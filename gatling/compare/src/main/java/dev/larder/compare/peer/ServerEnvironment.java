package dev.larder.compare.peer;

import dev.larder.compare.process.ManagedProcesses;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the servers run.
 *
 * @param children who starts and ends them
 * @param directory for their files, on disk
 * @param serverCore the core of the servers
 * @param loadCore the core of the generator and the origin
 * @param java how every JVM is started
 * @param certificate of the servers, if their clients use TLS
 */
public record ServerEnvironment(
        ManagedProcesses children,
        Path directory,
        int serverCore,
        int loadCore,
        JavaCommandLine java,
        Optional<ServerCertificate> certificate) {

    /** The directory of one server, for configuration files and caches. */
    Path directoryOf(String name) {
        return directory.resolve(name);
    }
}

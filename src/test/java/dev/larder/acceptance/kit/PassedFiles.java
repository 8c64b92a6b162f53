package dev.larder.acceptance.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.jacoco.agent.rt.RT;
import org.jacoco.core.data.ExecutionData;
import org.jacoco.core.data.ExecutionDataStore;
import org.jacoco.core.data.SessionInfoStore;
import org.jacoco.core.runtime.RemoteControlReader;
import org.jacoco.core.runtime.RemoteControlWriter;

/** The source files of Larder, of which another JVM has executed something since the last question. */
public final class PassedFiles implements AutoCloseable {

    private final Socket agent;
    private final RemoteControlWriter questions;
    private final RemoteControlReader answers;

    private PassedFiles(Socket agent) throws IOException {
        this.agent = agent;
        questions = new RemoteControlWriter(agent.getOutputStream());
        answers = new RemoteControlReader(agent.getInputStream());
    }

    /** What makes a JVM answer at a port of loopback. */
    public static String jvmFlag(int port) {
        Path jar = Path.of(
                RT.class.getProtectionDomain().getCodeSource().getLocation().getPath());
        return "-javaagent:" + jar + "=includes=dev.larder.*,output=tcpserver,address=127.0.0.1,port=" + port;
    }

    /** Asks the JVM at that port. */
    public static PassedFiles at(int port) {
        try {
            return new PassedFiles(new Socket(InetAddress.getLoopbackAddress(), port));
        } catch (IOException unreachable) {
            throw new UncheckedIOException(unreachable);
        }
    }

    /** Names of the files, as a class is named that a file is named after. */
    public Set<String> sinceLastTime() {
        var executed = new ExecutionDataStore();
        answers.setSessionInfoVisitor(new SessionInfoStore());
        answers.setExecutionDataVisitor(executed);
        try {
            questions.visitDumpCommand(true, true);
            answers.read();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        Set<String> files = new TreeSet<>();
        for (ExecutionData type : executed.getContents()) {
            if (type.hasHits()) {
                files.add(type.getName().split("\\$", 2)[0]);
            }
        }
        return files;
    }

    @Override
    public void close() {
        try {
            agent.close();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}

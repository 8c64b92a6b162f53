package dev.larder.acceptance.supplychain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.larder.acceptance.kit.FreePorts;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import java.lang.management.ManagementFactory;
import javax.management.ObjectName;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Nothing that is sent to the executable becomes an object by the serialization of Java, wherever it is sent. What the JVM
 * itself has for that stands for all others: management by RMI, whose arguments are such objects.
 */
@Tag("thorough")
class DeserializationTest {

    @Test
    @Tag("hardening-C")
    void rejectsSerializedJavaObjects() throws Exception {
        int port = FreePorts.free();
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = managed(GatewayFixture.executable(), port)
                        .origin(origin)
                        .start()) {
            assertThatThrownBy(() -> uptime(port)).hasStackTraceContaining("filter status: REJECTED");

            origin.on("/alive", ResponseScript.ok("alive", "Cache-Control", "max-age=60"));
            assertThat(gateway.get("/alive").content()).isEqualTo("alive");
            assertThat(gateway.get("/alive").hit()).isTrue();
        }
    }

    private static GatewayFixture.Builder managed(GatewayFixture.Builder builder, int port) {
        String remote = "-Dcom.sun.management.jmxremote.";
        return builder.jvmFlag(remote + "port=" + port)
                .jvmFlag(remote + "rmi.port=" + port)
                .jvmFlag(remote + "host=127.0.0.1")
                .jvmFlag(remote + "authenticate=false")
                .jvmFlag(remote + "ssl=false")
                .jvmFlag("-Djava.rmi.server.hostname=127.0.0.1");
    }

    @SuppressWarnings("BanJNDI")
    private static Object uptime(int port) throws Exception {
        var url = new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/jmxrmi");
        try (var connector = JMXConnectorFactory.connect(url)) {
            return connector
                    .getMBeanServerConnection()
                    .getAttribute(new ObjectName(ManagementFactory.RUNTIME_MXBEAN_NAME), "Uptime");
        }
    }
}

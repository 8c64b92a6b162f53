package dev.larder.acceptance.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.Gateway;
import dev.larder.acceptance.kit.Script;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.UniquePath;
import dev.larder.acceptance.rpc.Caller.Document;
import io.grpc.Status.Code;
import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.InetNameResolver;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** URLs by which somebody wants the gateway to connect where it must not: each is refused by name, and nobody is connected to. */
class HostileUrlTest {

    private static final Set<Code> REFUSALS = Set.of(Code.INVALID_ARGUMENT, Code.PERMISSION_DENIED);

    private static ScriptedOrigin allowed;
    private static Witness inside;
    private static Gateway gateway;
    private static Caller caller;

    private final String path = UniquePath.next();

    /** Listens where nobody may connect, and takes nobody in unless asked: whoever connects waits to be counted. */
    private record Witness(ServerSocket socket) implements AutoCloseable {

        static Witness at(String address, int port) throws IOException {
            return new Witness(new ServerSocket(port, 50, InetAddress.getByName(address)));
        }

        boolean hasSeenAnybody() throws IOException {
            socket.setSoTimeout(1);
            try {
                socket.accept().close();
                return true;
            } catch (java.net.SocketTimeoutException nobody) {
                return false;
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @BeforeAll
    static void start() throws IOException {
        allowed = ScriptedOrigin.start(InetAddress.getByName("127.0.0.2"));
        inside = Witness.at("127.0.0.1", allowed.port());
        gateway = Gateway.inJvm()
                .origin(allowed)
                .property("larder.rpc.enabled", true)
                .property("larder.rpc.port", 0)
                .property(
                        "larder.rpc.allowed-origins",
                        "http://127.0.0.2:" + allowed.port() + ",http://names.test:" + allowed.port()
                                + ",http://inside.test:" + allowed.port())
                .property("larder.rpc.allowed-addresses", "127.0.0.2")
                .with(Names.class)
                .start();
        caller = Caller.of(gateway);
    }

    @AfterAll
    static void stop() throws IOException {
        caller.close();
        gateway.close();
        inside.close();
        allowed.close();
    }

    @AfterEach
    void nobodyHasConnected() throws IOException {
        assertThat(inside.hasSeenAnybody()).isFalse();
        gateway.check();
    }

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:PORT/, PORT_NOT_LISTED",
        "http://localhost:PORT/, PORT_NOT_LISTED",
        "http://[::1]:PORT/, PORT_NOT_LISTED",
        "http://127.0.0.3:PORT/, ADDRESS_LOOPBACK",
        "http://[::ffff:127.0.0.1]:PORT/, ADDRESS_EMBEDDED",
        "http://[::ffff:7f00:1]:PORT/, ADDRESS_EMBEDDED",
        "http://[::127.0.0.1]:PORT/, ADDRESS_EMBEDDED",
        "http://[64:ff9b::7f00:1]:PORT/, ADDRESS_EMBEDDED",
        "http://[2002:7f00:1::]:PORT/, ADDRESS_EMBEDDED",
        "http://2130706433:PORT/, ADDRESS_FORM",
        "http://0x7f000001:PORT/, ADDRESS_FORM",
        "http://0x7f.0.0.1:PORT/, ADDRESS_FORM",
        "http://017700000001:PORT/, ADDRESS_FORM",
        "http://0177.0.0.1:PORT/, ADDRESS_FORM",
        "http://127.1:PORT/, ADDRESS_FORM",
        "http://127.0.0.1.:PORT/, ADDRESS_FORM",
        "http://0.0.0.0:PORT/, ADDRESS_UNSPECIFIED",
        "http://[::]:PORT/, ADDRESS_UNSPECIFIED",
        "http://169.254.169.254/latest/meta-data/, ADDRESS_LINK_LOCAL",
        "http://[fe80::1]:PORT/, ADDRESS_LINK_LOCAL",
        "http://10.0.0.1:PORT/, ADDRESS_PRIVATE",
        "http://192.168.0.1:PORT/, ADDRESS_PRIVATE",
        "http://[fd00::1]:PORT/, ADDRESS_PRIVATE",
        "http://224.0.0.1:PORT/, ADDRESS_MULTICAST",
        "http://255.255.255.255:PORT/, ADDRESS_RESERVED",
        "http://127.0.0.2:22/, PORT_NOT_LISTED",
        "https://127.0.0.2:PORT/, PORT_NOT_LISTED",
        "http://names.test.evil.test:PORT/, ORIGIN_NOT_LISTED",
        "http://names.test:PORT@127.0.0.1:PORT/, USER_INFORMATION",
        "http://user:secret@names.test:PORT/, USER_INFORMATION",
        "http://127.0.0.1:PORT\\@names.test:PORT/, URL_MALFORMED",
        "http://127.0.0.1:PORT#@names.test:PORT/, FRAGMENT",
        "http://names.test:PORT/%2e%2e/a, TARGET",
        "http://names.test:PORT/%0d%0aHost:%20evil, TARGET",
        "file:///etc/passwd, SCHEME",
        "ftp://names.test:PORT/, SCHEME",
        "jar:http://names.test:PORT/!/a, SCHEME",
        "//127.0.0.1:PORT/, URL_MALFORMED",
        "http://inside.test:PORT/, RESOLVED_ADDRESS"
    })
    void isRefusedByName(String url, String why) {
        int before = allowed.connections();
        Document refused = caller.fetch(url.replace("PORT", Integer.toString(allowed.port())));
        assertThat(refused.status().getCode()).isIn(REFUSALS);
        assertThat(refused.status().getDescription()).startsWith(why + ": ");
        assertThat(refused.head()).isEmpty();
        assertThat(allowed.connections()).isEqualTo(before);
    }

    @Test
    void aListedOriginIsAskedAndItsDocumentsAreStored() {
        allowed.on(path, Script.ok("content", "Cache-Control", "max-age=60"));
        String url = "http://127.0.0.2:" + allowed.port() + path;
        assertThat(caller.fetch(url).content()).isEqualTo("content");
        assertThat(caller.fetch(url).hit()).isTrue();
    }

    @Test
    void aRedirectIsTheClientsToFollowAndRefusedThen() {
        String out = "http://127.0.0.1:" + allowed.port() + "/";
        allowed.on(path, Script.status(302, "Location", out));
        Document redirect = caller.fetch("http://127.0.0.2:" + allowed.port() + path);
        assertThat(redirect.head().orElseThrow().getStatus()).isEqualTo(302);
        assertThat(caller.fetch(out).status().getCode()).isEqualTo(Code.PERMISSION_DENIED);
    }

    @Test
    void aNameThatLeadsElsewhereTheNextTimeGainsNothing() {
        allowed.on(path, Script.ok("content", "Cache-Control", "no-store"));
        String url = "http://names.test:" + allowed.port() + path;
        Names.leadsTo = "127.0.0.2";
        assertThat(caller.fetch(url).content()).isEqualTo("content");
        allowed.dropConnections();

        Names.leadsTo = "127.0.0.1";
        Document refused = caller.fetch(url);

        assertThat(refused.status().getCode()).isEqualTo(Code.PERMISSION_DENIED);
        assertThat(refused.status().getDescription()).startsWith("RESOLVED_ADDRESS: ");
        assertThat(allowed.count(path)).isEqualTo(1);
    }

    /** Names that lead where the test says. */
    @Configuration
    static class Names {

        static volatile String leadsTo = "127.0.0.2";

        @Bean
        AddressResolverGroup<InetSocketAddress> larderRpcNames() {
            return new AddressResolverGroup<>() {
                @Override
                protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
                    return new Told(executor).asAddressResolver();
                }
            };
        }

        private static final class Told extends InetNameResolver {

            Told(EventExecutor executor) {
                super(executor);
            }

            @Override
            protected void doResolve(String name, Promise<InetAddress> promise) throws UnknownHostException {
                promise.setSuccess(address(name));
            }

            @Override
            protected void doResolveAll(String name, Promise<List<InetAddress>> promise) throws UnknownHostException {
                promise.setSuccess(List.of(address(name)));
            }

            private static InetAddress address(String name) throws UnknownHostException {
                String literal = name.equals("names.test") ? leadsTo : name.equals("inside.test") ? "127.0.0.1" : name;
                return InetAddress.getByName(literal);
            }
        }
    }
}

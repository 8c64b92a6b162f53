package dev.larder.acceptance.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.UniquePath;
import dev.larder.acceptance.rpc.RpcTestClient.Document;
import dev.larder.rpc.v1.FetchManyRequest;
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
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.cloud.gateway.config.HttpClientCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Mono;
import reactor.netty.transport.ProxyProvider;

/** URLs by which somebody wants the gateway to connect where it must not: each is refused by name, and nobody is connected to. */
class HostileUrlTest {

    private static final Set<Code> REFUSALS = Set.of(Code.INVALID_ARGUMENT, Code.PERMISSION_DENIED);

    private static final int WAITING = 12;

    private static ScriptedOrigin allowed;
    private static Witness otherPort;
    private static Witness proxy;
    private static List<Witness> witnesses;
    private static GatewayFixture gateway;
    private static RpcTestClient caller;

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
        otherPort = Witness.at("127.0.0.2", 0);
        proxy = Witness.at("127.0.0.1", 0);
        Names.proxy = proxy.socket().getLocalPort();
        witnesses = List.of(
                otherPort,
                proxy,
                Witness.at("127.0.0.1", allowed.port()),
                Witness.at("127.0.0.3", allowed.port()),
                Witness.at("::1", allowed.port()));
        gateway = GatewayFixture.inJvm()
                .origin(allowed)
                .property("larder.rpc.enabled", true)
                .property("larder.rpc.port", 0)
                .property(
                        "larder.rpc.allowed-origins",
                        "http://127.0.0.2:" + allowed.port() + ",http://names.test:" + allowed.port()
                                + ",http://inside.test:" + allowed.port() + ",http://slow.test:" + allowed.port())
                .property("larder.rpc.allowed-addresses", "127.0.0.2")
                .with(Names.class)
                .start();
        caller = RpcTestClient.of(gateway);
    }

    @AfterAll
    static void stop() throws IOException {
        caller.close();
        gateway.close();
        for (Witness witness : witnesses) {
            witness.close();
        }
        allowed.close();
    }

    @AfterEach
    void nobodyHasConnected() throws IOException {
        for (Witness witness : witnesses) {
            assertThat(witness.hasSeenAnybody())
                    .as("%s", witness.socket().getLocalSocketAddress())
                    .isFalse();
        }
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
        "http://127.0.0.2:OTHER/, PORT_NOT_LISTED",
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
        "/a[b, TARGET",
        "/a]b?c, TARGET",
        "http://inside.test:PORT/, RESOLVED_ADDRESS"
    })
    void isRefusedByName(String url, String why) {
        int before = allowed.connections();
        Names.ASKED.clear();
        Document refused = caller.fetch(url.replace("PORT", Integer.toString(allowed.port()))
                .replace("OTHER", Integer.toString(otherPort.socket().getLocalPort())));
        assertThat(refused.status().getCode()).isIn(REFUSALS);
        assertThat(refused.status().getDescription()).startsWith(why + ": ");
        assertThat(refused.head()).isEmpty();
        assertThat(allowed.connections()).isEqualTo(before);
        assertThat(Names.ASKED)
                .as("whom somebody wanted to connect to")
                .isSubsetOf(why.equals("RESOLVED_ADDRESS") ? Set.of("inside.test") : Set.of());
    }

    @Test
    void witnessesNoticeEveryConnection() throws IOException {
        for (Witness witness : witnesses) {
            new Socket(witness.socket().getInetAddress(), witness.socket().getLocalPort()).close();
            assertThat(witness.hasSeenAnybody()).isTrue();
        }
    }

    @Test
    void rejectedUrlDoesNotAffectOtherFetchesOfCall() {
        allowed.on(path, ResponseScript.ok("content", "Cache-Control", "max-age=60"));
        var request = FetchManyRequest.newBuilder();
        for (String url : List.of("/a[b", "http://127.0.0.2:" + allowed.port() + path, "http://[", "/%zz")) {
            request.addRequests(RpcTestClient.request(url));
        }
        var ends = new TreeMap<Integer, String>();
        caller.stub().fetchMany(request.build()).forEachRemaining(part -> {
            if (part.hasEnd()) {
                ends.put(part.getIndex(), part.getEnd().getMessage().replaceAll(":.*", ""));
            }
        });
        assertThat(ends.values()).containsExactly("TARGET", "", "URL_MALFORMED", "TARGET");
    }

    @Test
    void connectsOnlyToAllowedAddressesOfMixedDnsAnswer() {
        allowed.on(path, ResponseScript.ok("content", "Cache-Control", "no-store"));
        String url = "http://names.test:" + allowed.port() + path;
        for (List<String> mixed : List.of(
                List.of("127.0.0.1", "127.0.0.2"),
                List.of("::1", "127.0.0.2"),
                List.of("127.0.0.2", "::1", "10.0.0.1"))) {
            Names.leadsTo = mixed;
            assertThat(caller.fetch(url).content()).as("%s", mixed).isEqualTo("content");
            allowed.dropConnections();
        }
        Names.leadsTo = List.of("::1", "127.0.0.1", "fd00::1", "10.0.0.1");
        assertThat(caller.fetch(url).status().getDescription()).startsWith("RESOLVED_ADDRESS: ");
    }

    @Test
    void reusesOpenConnectionDespiteChangedDnsAnswer() {
        allowed.on(path, ResponseScript.ok("content", "Cache-Control", "no-store"));
        String url = "http://names.test:" + allowed.port() + path;
        Names.leadsTo = List.of("127.0.0.2");
        assertThat(caller.fetch(url).content()).isEqualTo("content");
        int before = allowed.connections();

        Names.leadsTo = List.of("127.0.0.1", "::1");

        assertThat(caller.fetch(url).content()).isEqualTo("content");
        assertThat(allowed.connections()).isEqualTo(before);
        allowed.dropConnections();
    }

    @Test
    void requestsSharingFetchReceiveSameRejection() {
        String url = "http://slow.test:" + allowed.port() + path;
        Names.ARRIVED.drainPermits();
        ConcurrentClients<Document> clients = ConcurrentClients.start(WAITING, i -> caller.fetch(url));
        Names.ARRIVED.acquireUninterruptibly(WAITING);
        Names.SLOW.complete(null);
        assertThat(clients.results())
                .hasSize(WAITING)
                .allSatisfy(told -> assertThat(told.status().getDescription()).startsWith("RESOLVED_ADDRESS: "));
    }

    @Test
    void fetchesAndStoresDocumentsOfListedOrigin() {
        allowed.on(path, ResponseScript.ok("content", "Cache-Control", "max-age=60"));
        String url = "http://127.0.0.2:" + allowed.port() + path;
        assertThat(caller.fetch(url).content()).isEqualTo("content");
        assertThat(caller.fetch(url).hit()).isTrue();
    }

    @Test
    void returnsRedirectAndRejectsFetchOfItsTarget() {
        String out = "http://127.0.0.1:" + allowed.port() + "/";
        allowed.on(path, ResponseScript.status(302, "Location", out));
        Document redirect = caller.fetch("http://127.0.0.2:" + allowed.port() + path);
        assertThat(redirect.head().orElseThrow().getStatus()).isEqualTo(302);
        assertThat(caller.fetch(out).status().getCode()).isEqualTo(Code.PERMISSION_DENIED);
    }

    @Test
    void rejectsNameThatLaterResolvesToForbiddenAddress() {
        allowed.on(path, ResponseScript.ok("content", "Cache-Control", "no-store"));
        String url = "http://names.test:" + allowed.port() + path;
        Names.leadsTo = List.of("127.0.0.2");
        assertThat(caller.fetch(url).content()).isEqualTo("content");
        allowed.dropConnections();

        Names.leadsTo = List.of("127.0.0.1");
        Document refused = caller.fetch(url);

        assertThat(refused.status().getCode()).isEqualTo(Code.PERMISSION_DENIED);
        assertThat(refused.status().getDescription()).startsWith("RESOLVED_ADDRESS: ");
        assertThat(allowed.count(path)).isEqualTo(1);
    }

    /** Names that lead where the test says. */
    @Configuration
    static class Names {

        static final Set<String> ASKED = ConcurrentHashMap.newKeySet();
        static final CompletableFuture<Void> SLOW = new CompletableFuture<>();
        static final Semaphore ARRIVED = new Semaphore(0);
        static volatile List<String> leadsTo = List.of("127.0.0.2");
        static volatile int proxy;

        /** What an application may do to its own routes' client, and must not to this one. */
        @Bean
        HttpClientCustomizer astray() {
            return client -> client.followRedirect(true)
                    .proxy(by -> by.type(ProxyProvider.Proxy.HTTP)
                            .host("127.0.0.1")
                            .port(proxy)
                            .connectTimeoutMillis(1000));
        }

        /** Tells of each request that has got as far as it gets without anybody else. */
        @Bean
        WebFilter arrivals() {
            return (exchange, chain) -> Mono.from(subscriber -> {
                chain.filter(exchange).subscribe(subscriber);
                ARRIVED.release();
            });
        }

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
                promise.setSuccess(addresses(name).get(0));
            }

            @Override
            protected void doResolveAll(String name, Promise<List<InetAddress>> promise) throws UnknownHostException {
                List<InetAddress> found = addresses(name);
                if (name.equals("slow.test")) {
                    SLOW.thenRun(() -> executor().execute(() -> promise.setSuccess(found)));
                } else {
                    promise.setSuccess(found);
                }
            }

            private static List<InetAddress> addresses(String name) throws UnknownHostException {
                ASKED.add(name);
                List<String> written = switch (name) {
                    case "names.test" -> leadsTo;
                    case "inside.test", "slow.test" -> List.of("127.0.0.1");
                    default -> List.of(name);
                };
                List<InetAddress> found = new ArrayList<>();
                for (String literal : written) {
                    found.add(InetAddress.getByName(literal));
                }
                return found;
            }
        }
    }
}

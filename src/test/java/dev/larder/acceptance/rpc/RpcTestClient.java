package dev.larder.acceptance.rpc;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.rpc.v1.DocumentCacheGrpc;
import dev.larder.rpc.v1.DocumentCacheGrpc.DocumentCacheBlockingStub;
import dev.larder.rpc.v1.FetchRequest;
import dev.larder.rpc.v1.FetchResponse;
import dev.larder.rpc.v1.Head;
import dev.larder.rpc.v1.HeaderField;
import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.Iterator;
import java.util.Optional;
import org.springframework.grpc.server.lifecycle.GrpcServerLifecycle;

/** Whoever calls a gateway's procedures. */
record RpcTestClient(ManagedChannel channel) implements AutoCloseable {

    /** What came of a document. */
    record Document(Optional<Head> head, String content, Status status) {

        boolean hit() {
            return head.orElseThrow().getCacheStatus().getHit();
        }
    }

    /** Of a gateway in this JVM. */
    static RpcTestClient of(GatewayFixture gateway) {
        return at(gateway.context().getBean(GrpcServerLifecycle.class).getPort(), InsecureChannelCredentials.create());
    }

    static RpcTestClient at(int port, ChannelCredentials credentials) {
        return new RpcTestClient(
                Grpc.newChannelBuilder("127.0.0.1:" + port, credentials).build());
    }

    DocumentCacheBlockingStub stub() {
        return DocumentCacheGrpc.newBlockingStub(channel);
    }

    Document fetch(String url, String... fields) {
        return fetch(request(url, fields).build());
    }

    Document fetch(FetchRequest request) {
        Optional<Head> head = Optional.empty();
        var content = new StringBuilder();
        try {
            for (Iterator<FetchResponse> parts = stub().fetch(request); parts.hasNext(); ) {
                FetchResponse part = parts.next();
                head = part.hasHead() ? Optional.of(part.getHead()) : head;
                content.append(part.getChunk().toStringUtf8());
            }
            return new Document(head, content.toString(), Status.OK);
        } catch (StatusRuntimeException ended) {
            return new Document(head, content.toString(), ended.getStatus());
        }
    }

    static FetchRequest.Builder request(String url, String... fields) {
        var request = FetchRequest.newBuilder().setUrl(url);
        for (int i = 0; i < fields.length; i += 2) {
            request.addHeaderFields(HeaderField.newBuilder().setName(fields[i]).setValue(fields[i + 1]));
        }
        return request;
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }
}

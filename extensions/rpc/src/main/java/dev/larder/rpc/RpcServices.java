package dev.larder.rpc;

import dev.larder.rpc.v1.DocumentCacheGrpc;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.util.List;

/** What the server of procedures offers: the cache, whether it is well, and what there is to be called. */
public final class RpcServices {

    private final HealthStatusManager health = new HealthStatusManager();
    private final DocumentCacheService cache;

    /** Offers this service. */
    public RpcServices(DocumentCacheService cache) {
        this.cache = cache;
        health.setStatus(DocumentCacheGrpc.SERVICE_NAME, ServingStatus.SERVING);
    }

    /** All of them. */
    public List<ServerServiceDefinition> definitions() {
        return List.of(
                ServerInterceptors.intercept(cache, RpcCaller.interceptor()),
                health.getHealthService().bindService(),
                ProtoReflectionServiceV1.newInstance().bindService());
    }

    /** Whoever asks is told that no call will be taken in soon; those under way go on. */
    public void leave() {
        health.enterTerminalState();
    }
}

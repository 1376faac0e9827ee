"""A resources server for NeMo Gym, not run: NeMo Gym needs Python 3.13, cocoa was tried with earlier ones."""

from nemo_gym.base_resources_server import (
    BaseResourcesServerConfig,
    BaseVerifyRequest,
    BaseVerifyResponse,
    SimpleResourcesServer,
)

import cocoa_core


class CocoaConfig(BaseResourcesServerConfig):
    partial: bool = False
    unread: float = 0.0


class CocoaRequest(BaseVerifyRequest):
    record: str


class CocoaResponse(BaseVerifyResponse):
    outcome: str
    scorer: str


class CocoaServer(SimpleResourcesServer):
    config: CocoaConfig

    async def verify(self, body: CocoaRequest) -> CocoaResponse:
        said = [
            part.text
            for output in body.response.output
            if output.type == "message" and output.role == "assistant"
            for part in output.content
            if part.type == "output_text"
        ]
        reward = cocoa_core.Reward(partial=self.config.partial, unread=self.config.unread)
        graded = reward.of(body.record, "".join(said))
        return CocoaResponse(
            **body.model_dump(), reward=graded.value, outcome=graded.score.outcome, scorer=graded.scorer
        )


if __name__ == "__main__":
    CocoaServer.run_webserver()
